package dev.stowage.sidecar.modifier;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.claim.ClaimOperations;
import dev.stowage.sidecar.claim.NodeScope;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Modifies volumes. Part of the resizer role, with its own queue. It starts when the cluster has
/// VolumeAttributesClasses; resizing does not wait for that.
public final class ModifyController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ModifyController.class);

    private final RoleContext context;
    private final ModifyOptions options;
    private final NodeScope nodeScope;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final ClaimOperations claimOperations = new ClaimOperations();
    private @Nullable Thread starting;
    private @Nullable WorkQueue<NamespacedName> queue;
    private boolean closed;

    public ModifyController(RoleContext context, ModifyOptions options, NodeScope nodeScope) {
        this.context = context;
        this.options = options;
        this.nodeScope = nodeScope;
        claims = context.informers().of(Kinds.CLAIMS);
        volumes = context.informers().of(Kinds.VOLUMES);
    }

    public synchronized void start() {
        if (!closed) {
            starting = Thread.ofVirtual().name("modifier").start(this::begin);
        }
    }

    private void begin() {
        try {
            if (!context.gates().isSet(StorageFeatures.ATTRIBUTES_CLASSES)
                    && !AttributesClassDiscovery.isServed(context.api())) {
                log.info("Volumes are not modified: the cluster has no VolumeAttributesClass v1.");
                return;
            }
            Informer<VolumeAttributesClass> classes = context.informers().of(Kinds.ATTRIBUTES_CLASSES);
            claims.awaitSynced();
            volumes.awaitSynced();
            classes.awaitSynced();
            begin(classes);
        } catch (InterruptedException e) {
            log.debug("The modifier ends before it began.");
        }
    }

    private synchronized void begin(Informer<VolumeAttributesClass> classes) {
        if (closed) {
            return;
        }
        WorkQueue<NamespacedName> mine = queue(classes);
        Index<PersistentVolumeClaim> byClass = claims.index(ModifyController::classesOf);
        claims.addEventHandler((before, now) -> {
            if (before != null
                    && (now == null || !now.meta().uid().equals(before.meta().uid()))) {
                claimOperations.forget(before.key());
                mine.forget(before.key());
            }
            if (now != null && isRelevant(before, now)) {
                mine.add(now.key());
            }
        });
        // Claims may refer to a class before it exists.
        classes.addEventHandler((before, now) -> {
            if (before == null && now != null) {
                byClass.get(now.meta().name()).forEach(claim -> mine.add(claim.key()));
            }
        });
        mine.start();
        queue = mine;
    }

    private WorkQueue<NamespacedName> queue(Informer<VolumeAttributesClass> classes) {
        var driver = context.driver();
        var call = new ModifyCalls(driver, new SecretReader(context.api()), options.timeout(), options.extraMetadata());
        var slow = options.retries().longest();
        var modifyExecutor =
                new ModifyExecutor(call, claims, volumes, context.events(), claimOperations, slow, context.clock());
        return new WorkQueue<>(
                driver.name() + "-modify",
                List.of(
                        new QueueLane("quick", options.workers()),
                        new QueueLane("overdue", Math.max(1, options.workers() / 4))),
                key -> claimOperations.of(key).overdue() ? 1 : 0,
                options.retries(),
                new ModifyWorker(
                        driver.name(),
                        claims,
                        volumes,
                        classes,
                        modifyExecutor,
                        claimOperations,
                        nodeScope,
                        slow,
                        context.events(),
                        context.clock()),
                context.timer(),
                context.queues());
    }

    /// Only of claims that need work: they are few.
    private static List<String> classesOf(PersistentVolumeClaim claim) {
        List<String> names = new ArrayList<>(2);
        if (ModifyDecision.isWanted(claim)) {
            names.add(ModifyDecision.desiredClass(claim));
            var modifyVolumeStatus = claim.status().modifyVolumeStatus();
            if (modifyVolumeStatus != null && !names.contains(modifyVolumeStatus.target())) {
                names.add(modifyVolumeStatus.target());
            }
        }
        return names;
    }

    /// Our own writes are ignored: otherwise a failing claim would be retried at once, without end.
    static boolean isRelevant(@Nullable PersistentVolumeClaim before, PersistentVolumeClaim now) {
        return ModifyDecision.isWanted(now)
                && (before == null
                        || !ModifyDecision.isWanted(before)
                        || !ModifyDecision.desiredClass(now).equals(ModifyDecision.desiredClass(before))
                        || (now.status().modifyVolumeStatus() == null
                                && before.status().modifyVolumeStatus() != null));
    }

    @Override
    public void close() {
        WorkQueue<NamespacedName> running;
        synchronized (this) {
            closed = true;
            if (starting != null) {
                starting.interrupt();
            }
            running = queue;
        }
        if (running != null) {
            running.close();
        }
    }
}
