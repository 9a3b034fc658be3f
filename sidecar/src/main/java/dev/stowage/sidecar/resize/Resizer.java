package dev.stowage.sidecar.resize;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.claim.Home;
import dev.stowage.sidecar.claim.Memo;
import dev.stowage.sidecar.claim.Past;
import dev.stowage.sidecar.modify.Modifier;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The external resizer.
public final class Resizer implements ControllerRole {
    public static final String NAME = "resizer";

    private final Shared shared;
    private final ResizerOptions options;
    private final Setting setting;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Past past = new Past();
    private final Home home;
    private final boolean expands;
    private final WorkQueue<NamespacedName> queue;
    private final Optional<Modifier> modifier;
    private @Nullable Future<?> resync;

    public Resizer(Shared shared, ResizerOptions options) {
        this.shared = shared;
        this.options = options;
        var driver = shared.driver();
        setting = new Setting(
                driver.name(),
                driver.has(RPC.Type.EXPAND_VOLUME),
                shared.gates().isEnabled(Gate.RECOVER_EXPANSION),
                shared.gates().isEnabled(Gate.ANNOTATE_RESIZE));
        claims = shared.informers().of(Kinds.CLAIMS);
        volumes = shared.informers().of(Kinds.VOLUMES);
        home = new Home(options.node(), shared.api(), shared.clock());
        // Volumes whose last call never came back wait among themselves: they hold up nobody who might be quick.
        queue = new WorkQueue<>(
                driver.name() + "-pvc",
                List.of(new QueueLane("quick", options.workers()), new QueueLane("overdue", Math.max(1, options.workers() / 4))),
                key -> past.of(key).overdue() ? 1 : 0,
                options.retries(),
                work(),
                shared.timer(),
                shared.queues());
        expands = setting.controllerExpands() || driver.hasNode(NodeServiceCapability.RPC.Type.EXPAND_VOLUME);
        if (expands) {
            Triggers.listen(claims, volumes, queue, past);
        }
        modifier = driver.has(RPC.Type.MODIFY_VOLUME) && shared.gates().isEnabled(Gate.ATTRIBUTES_CLASSES)
                ? Optional.of(new Modifier(shared, options.modify(), home))
                : Optional.empty();
    }

    private ClaimWork work() {
        var pods = new PodsAtWork(shared.informers(), this::released);
        var expander = setting.controllerExpands()
                ? new DriverExpander(shared.driver(), new SecretReader(shared.api()), options.timeout())
                : new NodeOnlyExpander();
        var growth = new Growth(
                setting,
                expander,
                claims,
                volumes,
                shared.events(),
                past,
                options.watchesPods() ? pods::watch : () -> {},
                shared.clock());
        return new ClaimWork(setting, claims, volumes, growth, pods, past, home, options.retryMax(), shared.clock());
    }

    private void released(NamespacedName claim) {
        if (past.of(claim).inUse()) {
            queue.add(claim);
        }
    }

    boolean remembers(NamespacedName claim) {
        return !past.of(claim).equals(Memo.NONE);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String leaseName() {
        return options.isOnNode() ? "" : "external-resizer-" + setting.driver();
    }

    @Override
    public void start() throws InterruptedException {
        if (!expands && modifier.isEmpty()) {
            shared.fatal()
                    .accept("CSI driver " + setting.driver() + " neither resizes nor modifies volumes: do not run the "
                            + NAME + " with it");
            return;
        }
        // Modifying has its own time: it waits for classes that the cluster may not have.
        modifier.ifPresent(Modifier::start);
        if (!expands) {
            return;
        }
        claims.awaitSynced();
        volumes.awaitSynced();
        queue.start();
        long period = options.resync().toNanos();
        if (period > 0) {
            resync = shared.timer()
                    .scheduleWithFixedDelay(
                            () -> Triggers.unfinished(claims, queue), period, period, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        modifier.ifPresent(Modifier::close);
        queue.close();
    }
}
