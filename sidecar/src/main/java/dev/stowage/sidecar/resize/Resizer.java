package dev.stowage.sidecar.resize;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.program.Role;
import dev.stowage.kube.queue.Lane;
import dev.stowage.kube.queue.WorkQueue;
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
public final class Resizer implements Role {
    public static final String NAME = "resizer";

    private final Shared shared;
    private final ResizerOptions options;
    private final Setting setting;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Past past = new Past();
    private final Home home;
    private final boolean expands;
    private final WorkQueue<Key> queue;
    private final Optional<Modifier> modifier;
    private @Nullable Future<?> resync;

    public Resizer(Shared shared, ResizerOptions options) {
        this.shared = shared;
        this.options = options;
        var driver = shared.driver();
        setting = new Setting(
                driver.name(),
                driver.has(RPC.Type.EXPAND_VOLUME),
                shared.gates().on(Gate.RECOVER_EXPANSION),
                shared.gates().on(Gate.ANNOTATE_RESIZE));
        claims = shared.mirrors().of(Kinds.CLAIMS);
        volumes = shared.mirrors().of(Kinds.VOLUMES);
        home = new Home(options.node(), shared.api(), shared.clock());
        // Volumes whose last call never came back wait among themselves: they hold up nobody who might be quick.
        queue = new WorkQueue<>(
                driver.name() + "-pvc",
                List.of(new Lane("quick", options.workers()), new Lane("overdue", Math.max(1, options.workers() / 4))),
                key -> past.of(key).overdue() ? 1 : 0,
                options.retries(),
                work(),
                shared.timer(),
                shared.queues());
        expands = setting.controllerExpands() || driver.hasNode(NodeServiceCapability.RPC.Type.EXPAND_VOLUME);
        if (expands) {
            Triggers.listen(claims, volumes, queue, past);
        }
        modifier = driver.has(RPC.Type.MODIFY_VOLUME) && shared.gates().on(Gate.ATTRIBUTES_CLASSES)
                ? Optional.of(new Modifier(shared, options.modify(), home))
                : Optional.empty();
    }

    private ClaimWork work() {
        var pods = new PodsAtWork(shared.mirrors(), this::released);
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

    private void released(Key claim) {
        if (past.of(claim).inUse()) {
            queue.add(claim);
        }
    }

    boolean remembers(Key claim) {
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
