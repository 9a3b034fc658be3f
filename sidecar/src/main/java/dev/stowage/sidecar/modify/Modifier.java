package dev.stowage.sidecar.modify;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.claim.Home;
import dev.stowage.sidecar.claim.Past;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Modifies volumes. It is part of the resizer's role, with a queue of its own, and starts when the cluster has classes
/// to modify by: resizing does not wait for that.
public final class Modifier implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Modifier.class);

    private final Shared shared;
    private final ModifyOptions options;
    private final Home home;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Past past = new Past();
    private @Nullable Thread starting;
    private @Nullable WorkQueue<NamespacedName> queue;
    private boolean closed;

    public Modifier(Shared shared, ModifyOptions options, Home home) {
        this.shared = shared;
        this.options = options;
        this.home = home;
        claims = shared.informers().of(Kinds.CLAIMS);
        volumes = shared.informers().of(Kinds.VOLUMES);
    }

    public synchronized void start() {
        if (!closed) {
            starting = Thread.ofVirtual().name("modifier").start(this::begin);
        }
    }

    private void begin() {
        try {
            if (!shared.gates().isSet(Gate.ATTRIBUTES_CLASSES) && !ClassesApi.isThere(shared.api())) {
                log.info("The cluster has no VolumeAttributesClass v1: volumes are not modified.");
                return;
            }
            Informer<VolumeAttributesClass> classes = shared.informers().of(Kinds.ATTRIBUTES_CLASSES);
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
        Index<PersistentVolumeClaim> byClass = claims.index(Modifier::classesOf);
        claims.addEventHandler((before, now) -> {
            if (before != null
                    && (now == null || !now.meta().uid().equals(before.meta().uid()))) {
                past.forget(before.key());
                mine.forget(before.key());
            }
            if (now != null && isNews(before, now)) {
                mine.add(now.key());
            }
        });
        // Claims may ask for a class before it is there.
        classes.addEventHandler((before, now) -> {
            if (before == null && now != null) {
                byClass.get(now.meta().name()).forEach(claim -> mine.add(claim.key()));
            }
        });
        mine.start();
        queue = mine;
    }

    private WorkQueue<NamespacedName> queue(Informer<VolumeAttributesClass> classes) {
        var driver = shared.driver();
        var call = new DriverCall(driver, new SecretReader(shared.api()), options.timeout(), options.extraMetadata());
        var slow = options.retries().longest();
        var change = new Change(call, claims, volumes, shared.events(), past, slow, shared.clock());
        return new WorkQueue<>(
                driver.name() + "-modify",
                List.of(new QueueLane("quick", options.workers()), new QueueLane("overdue", Math.max(1, options.workers() / 4))),
                key -> past.of(key).overdue() ? 1 : 0,
                options.retries(),
                new ClaimWork(
                        driver.name(),
                        claims,
                        volumes,
                        classes,
                        change,
                        past,
                        home,
                        slow,
                        shared.events(),
                        shared.clock()),
                shared.timer(),
                shared.queues());
    }

    /// Only of claims that something has to be done for: they are few.
    private static List<String> classesOf(PersistentVolumeClaim claim) {
        List<String> names = new ArrayList<>(2);
        if (Modification.isWanted(claim)) {
            names.add(Modification.wish(claim));
            var modifyVolumeStatus = claim.status().modifyVolumeStatus();
            if (modifyVolumeStatus != null && !names.contains(modifyVolumeStatus.target())) {
                names.add(modifyVolumeStatus.target());
            }
        }
        return names;
    }

    /// What we write ourselves is no news: a claim that fails would be looked at again at once, for ever.
    static boolean isNews(@Nullable PersistentVolumeClaim before, PersistentVolumeClaim now) {
        return Modification.isWanted(now)
                && (before == null
                        || !Modification.isWanted(before)
                        || !Modification.wish(now).equals(Modification.wish(before))
                        || (now.status().modifyVolumeStatus() == null && before.status().modifyVolumeStatus() != null));
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
