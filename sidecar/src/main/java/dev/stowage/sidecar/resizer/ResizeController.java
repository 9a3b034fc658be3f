package dev.stowage.sidecar.resizer;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.claim.ClaimOperationState;
import dev.stowage.sidecar.claim.ClaimOperations;
import dev.stowage.sidecar.claim.NodeScope;
import dev.stowage.sidecar.modifier.ModifyController;
import dev.stowage.sidecar.secret.SecretReader;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// The external resizer.
public final class ResizeController implements ControllerRole {
    public static final String NAME = "resizer";

    private final RoleContext context;
    private final ResizerOptions options;
    private final ResizeSettings settings;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final ClaimOperations claimOperations = new ClaimOperations();
    private final NodeScope nodeScope;
    private final boolean expands;
    private final WorkQueue<NamespacedName> queue;
    private final Optional<ModifyController> modifier;
    private @Nullable Future<?> resync;

    public ResizeController(RoleContext context, ResizerOptions options) {
        this.context = context;
        this.options = options;
        var driver = context.driver();
        settings = new ResizeSettings(
                driver.name(),
                driver.has(RPC.Type.EXPAND_VOLUME),
                context.gates().isEnabled(StorageFeatures.RECOVER_EXPANSION),
                context.gates().isEnabled(StorageFeatures.ANNOTATE_RESIZE));
        claims = context.informers().of(Kinds.CLAIMS);
        volumes = context.informers().of(Kinds.VOLUMES);
        nodeScope = new NodeScope(options.node(), context.api(), context.clock());
        // Volumes whose last call timed out have a separate queue, so that they do not hold up the others.
        queue = new WorkQueue<>(
                driver.name() + "-pvc",
                List.of(
                        new QueueLane("quick", options.workers()),
                        new QueueLane("overdue", Math.max(1, options.workers() / 4))),
                key -> claimOperations.of(key).overdue() ? 1 : 0,
                options.retries(),
                work(),
                context.timer(),
                context.queues());
        expands = settings.controllerExpands() || driver.hasNode(NodeServiceCapability.RPC.Type.EXPAND_VOLUME);
        if (expands) {
            ResizeTriggers.register(claims, volumes, queue, claimOperations);
        }
        modifier = driver.has(RPC.Type.MODIFY_VOLUME) && context.gates().isEnabled(StorageFeatures.ATTRIBUTES_CLASSES)
                ? Optional.of(new ModifyController(context, options.modify(), nodeScope))
                : Optional.empty();
    }

    private ResizeWorker work() {
        var pods = new ClaimUsage(context.informers(), this::released);
        var expander = settings.controllerExpands()
                ? new DriverExpander(context.driver(), new SecretReader(context.api()), options.timeout())
                : new NodeOnlyExpander();
        var resizeExecutor = new ResizeExecutor(
                settings,
                expander,
                claims,
                volumes,
                context.events(),
                claimOperations,
                options.watchesPods() ? pods::watch : () -> {},
                context.clock());
        return new ResizeWorker(
                settings,
                claims,
                volumes,
                resizeExecutor,
                pods,
                claimOperations,
                nodeScope,
                options.retryMax(),
                context.clock());
    }

    private void released(NamespacedName claim) {
        if (claimOperations.of(claim).inUse()) {
            queue.add(claim);
        }
    }

    boolean remembers(NamespacedName claim) {
        return !claimOperations.of(claim).equals(ClaimOperationState.NONE);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String leaseName() {
        return options.isOnNode() ? "" : "external-resizer-" + settings.driver();
    }

    @Override
    public void start() throws InterruptedException {
        if (!expands && modifier.isEmpty()) {
            context.fatal()
                    .accept("CSI driver " + settings.driver()
                            + " can neither expand nor modify volumes (do not run the " + NAME + " with it)");
            return;
        }
        // Modifying starts separately: it waits for classes that the cluster may not have.
        modifier.ifPresent(ModifyController::start);
        if (!expands) {
            return;
        }
        claims.awaitSynced();
        volumes.awaitSynced();
        queue.start();
        if (options.resync().isPositive()) {
            resync = PeriodicTask.schedule(
                    context.timer(),
                    "the resync of claims",
                    options.resync(),
                    () -> ResizeTriggers.enqueueUnfinished(claims, queue));
        }
    }

    @Override
    public void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        modifier.ifPresent(ModifyController::close);
        queue.close();
    }
}
