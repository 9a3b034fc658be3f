package dev.stowage.control.protection;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Protects volumes while they are bound.
public final class VolumeProtectionController implements Controller {
    static final String FINALIZER = StorageFinalizers.PV_PROTECTION;
    private static final int WORKERS = 32;

    private final ControllerContext context;
    private final Informer<PersistentVolume> volumes;
    private final WorkQueue<NamespacedName> queue;

    public VolumeProtectionController(ControllerContext context) {
        this.context = context;
        this.volumes = context.informers().of(Kinds.VOLUMES);
        this.queue = new WorkQueue<>(
                "pvprotection",
                WORKERS,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                context.timer(),
                context.queues());
        volumes.addEventHandler((_, now) -> {
            if (now != null && ProtectionFinalizer.concerns(now, FINALIZER)) {
                queue.add(now.key());
            }
        });
    }

    static List<ClusterAction> decide(PersistentVolume volume) {
        return ProtectionFinalizer.decide(
                Kinds.VOLUMES, volume, FINALIZER, volume.phase().equals("Bound"));
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<PersistentVolume> volume = volumes.find(key);
        try {
            context.executor()
                    .execute(volume.map(VolumeProtectionController::decide).orElse(List.of()));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    @Override
    public String name() {
        return ControllerName.VOLUME_PROTECTION.text();
    }

    @Override
    public void start() throws InterruptedException {
        volumes.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
