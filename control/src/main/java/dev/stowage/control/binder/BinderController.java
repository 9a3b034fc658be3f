package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Binds claims to volumes, requests provisioning of volumes that do not exist yet, and sets the phases of
/// volumes. Works on as many claims at once as the server can take.
public final class BinderController implements Controller {
    private static final int CLAIM_WORKERS = 64;
    private static final int VOLUME_WORKERS = 32;
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(50), Duration.ofMinutes(2));

    private final ControllerContext context;
    private final BinderOptions options;
    private final InformerBinderLister lister;
    private final WorkQueue<NamespacedName> claims;
    private final WorkQueue<NamespacedName> volumes;
    private final BinderTriggers binderTriggers;
    private @Nullable Future<?> repair;

    public BinderController(ControllerContext context, BinderOptions options) {
        this.context = context;
        this.options = options;
        lister = new InformerBinderLister(context.informers());
        var executor = new MeteredActionExecutor(
                context.executor(),
                new VolumeOperationMetrics(context.informers(), context.metrics(), context.clock()),
                context.metrics());
        var volumeBinder = new VolumeBinder(
                lister, executor, context.clock(), options.provisioning(), this::enqueueClaim, this::enqueueVolume);
        claims = new WorkQueue<>(
                "claims", CLAIM_WORKERS, PAUSES, volumeBinder::reconcileClaim, context.timer(), context.queues());
        volumes = new WorkQueue<>(
                "volumes", VOLUME_WORKERS, PAUSES, volumeBinder::reconcileVolume, context.timer(), context.queues());
        VolumeCountMetrics.register(context.informers(), context.metrics());
        binderTriggers =
                new BinderTriggers(context.informers(), lister, volumeBinder, this::enqueueClaim, this::enqueueVolume);
    }

    private void enqueueClaim(NamespacedName claim) {
        claims.add(claim);
    }

    private void enqueueVolume(String volume) {
        volumes.add(NamespacedName.of(volume));
    }

    @Override
    public String name() {
        return ControllerName.BINDER.text();
    }

    @Override
    public void start() throws InterruptedException {
        lister.awaitSynced();
        volumes.start();
        claims.start();
        synchronized (this) {
            repair = PeriodicTask.schedule(
                    context.timer(), "the binder's resync", options.resyncPeriod(), binderTriggers::enqueueAll);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (repair != null) {
                repair.cancel(false);
            }
        }
        claims.close();
        volumes.close();
    }
}
