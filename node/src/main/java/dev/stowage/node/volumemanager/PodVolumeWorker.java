package dev.stowage.node.volumemanager;

import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.node.builtinvolume.BuiltInVolume;
import dev.stowage.node.builtinvolume.BuiltInVolumes;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.desired.DesiredPodVolumes;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/// Reconciles one pod: its desired volumes, its built-in volumes, and its directories after it is deleted.
final class PodVolumeWorker {
    private static final long REFRESH_MILLIS = 60_000;

    private final StateOfWorld stateOfWorld;
    private final ObjectLookup objectLookup;
    private final BuiltInVolumes local;
    private final BuiltInVolumeSetUp setUp;
    private final PodDirectoryCleanup folders;
    private final Consumer<Set<VolumeKey>> desiredChanged;
    private final Consumer<String> answerMayHaveChanged;

    /// When the content of a pod's volumes is updated next.
    private final Map<String, Long> refreshAt = new ConcurrentHashMap<>();

    PodVolumeWorker(
            StateOfWorld stateOfWorld,
            ObjectLookup objectLookup,
            BuiltInVolumes local,
            BuiltInVolumeSetUp setUp,
            PodDirectoryCleanup folders,
            Consumer<Set<VolumeKey>> desiredChanged,
            Consumer<String> answerMayHaveChanged) {
        this.stateOfWorld = stateOfWorld;
        this.objectLookup = objectLookup;
        this.local = local;
        this.setUp = setUp;
        this.folders = folders;
        this.desiredChanged = desiredChanged;
        this.answerMayHaveChanged = answerMayHaveChanged;
    }

    /// The pod has changed, and its volumes may show that.
    void changed(String uid) {
        refreshAt.computeIfPresent(uid, (_, _) -> System.nanoTime());
    }

    ReconcileResult work(String uid) throws InterruptedException {
        var living = stateOfWorld.active(uid);
        if (living.isPresent()) {
            return serve(living.get());
        }
        refreshAt.remove(uid);
        return stateOfWorld.isRemovable(uid) ? leave(uid) : ReconcileResult.done();
    }

    private ReconcileResult serve(NodePod pod) throws InterruptedException {
        DesiredPodVolumes desiredPodVolumes = DesiredPodVolumes.of(pod, objectLookup);
        Set<VolumeKey> changed = stateOfWorld.setDesired(pod.uid(), desiredPodVolumes);
        if (!changed.isEmpty()) {
            desiredChanged.accept(changed);
        }
        long now = System.nanoTime();
        Long at = refreshAt.get(pod.uid());
        boolean due = at != null && at - now <= 0;
        boolean failed = false;
        for (BuiltInVolume volume : desiredPodVolumes.builtIn()) {
            boolean there = stateOfWorld.hasLocal(pod.uid(), volume.name());
            if (!there || (due && local.changes(volume))) {
                failed |= !setUp.setUp(pod, volume);
            }
        }
        answerMayHaveChanged.accept(pod.uid());
        if (failed) {
            return ReconcileResult.retry("");
        }
        if ((at == null || due) && desiredPodVolumes.builtIn().stream().anyMatch(local::changes)) {
            Duration pause = Duration.ofMillis(
                    REFRESH_MILLIS + ThreadLocalRandom.current().nextLong(REFRESH_MILLIS / 2));
            refreshAt.put(pod.uid(), now + pause.toNanos());
            return ReconcileResult.requeueAfter(pause);
        }
        return ReconcileResult.done();
    }

    private ReconcileResult leave(String uid) {
        try {
            folders.remove(uid);
            stateOfWorld.cleaned(uid);
            answerMayHaveChanged.accept(uid);
            stateOfWorld.forget(uid);
            return ReconcileResult.done();
        } catch (IOException e) {
            return ReconcileResult.retry("cannot clean up the volumes of deleted pod " + uid + ": " + e.getMessage());
        }
    }
}
