package dev.stowage.control.protect;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Keeps volumes while they are bound.
public final class VolumeProtection implements Controller {
    static final String FINALIZER = "kubernetes.io/pv-protection";
    private static final int WORKERS = 32;

    private final Shared shared;
    private final Informer<PersistentVolume> volumes;
    private final WorkQueue<NamespacedName> queue;

    public VolumeProtection(Shared shared) {
        this.shared = shared;
        this.volumes = shared.informers().of(Kinds.VOLUMES);
        this.queue = new WorkQueue<>(
                "pvprotection",
                WORKERS,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        volumes.addEventHandler((_, now) -> {
            if (now != null && Guard.concerns(now, FINALIZER)) {
                queue.add(now.key());
            }
        });
    }

    static List<Act> decide(PersistentVolume volume) {
        return Guard.decide(Kinds.VOLUMES, volume, FINALIZER, volume.phase().equals("Bound"));
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<PersistentVolume> volume = volumes.find(key);
        try {
            shared.hands().carryOut(volume.map(VolumeProtection::decide).orElse(List.of()));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    @Override
    public String name() {
        return "persistentvolume-protection-controller";
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
