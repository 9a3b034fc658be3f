package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.claim.ClaimOperations;
import org.jspecify.annotations.Nullable;

/// Enqueues claims when objects change. Our own writes are ignored: otherwise a failing claim would be retried
/// at once, without end.
final class ResizeTriggers {

    private ResizeTriggers() {}

    static void register(
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            WorkQueue<NamespacedName> queue,
            ClaimOperations claimOperations) {
        claims.addEventHandler((before, now) -> {
            if (before != null
                    && (now == null || !now.meta().uid().equals(before.meta().uid()))) {
                claimOperations.forget(before.key());
                queue.forget(before.key());
            }
            if (now != null && (isRelevant(before, now) || isDone(before, now))) {
                queue.add(now.key());
            }
        });
        volumes.addEventHandler((before, now) -> {
            if (now != null && now.claim() != null && isRelevant(before, now)) {
                queue.add(now.claim().key());
            }
        });
    }

    /// Enqueues all unfinished claims, even without changes.
    static void enqueueUnfinished(Informer<PersistentVolumeClaim> claims, WorkQueue<NamespacedName> queue) {
        for (PersistentVolumeClaim claim : claims.all()) {
            if (ResizeDecision.isWanted(claim)) {
                queue.add(claim.key());
            }
        }
    }

    static boolean isRelevant(@Nullable PersistentVolumeClaim before, PersistentVolumeClaim now) {
        if (!ResizeDecision.isWanted(now)) {
            return false;
        }
        return before == null
                || !ResizeDecision.isWanted(before)
                || now.request().compareTo(before.request()) != 0
                || !now.meta()
                        .annotation(VolumeAnnotations.STORAGE_RESIZER)
                        .equals(before.meta().annotation(VolumeAnnotations.STORAGE_RESIZER))
                || (!now.status().resize().equals(before.status().resize()) && isOthers(now));
    }

    private static boolean isOthers(PersistentVolumeClaim claim) {
        return switch (ClaimResourceStatus.of(claim.status().resize())) {
            case CONTROLLER_IN_PROGRESS, CONTROLLER_INFEASIBLE, NODE_PENDING -> false;
            case NODE_IN_PROGRESS, NODE_INFEASIBLE, NONE -> true;
        };
    }

    /// The node has finished: the annotation with the old size is no longer needed.
    static boolean isDone(@Nullable PersistentVolumeClaim before, PersistentVolumeClaim now) {
        return before != null
                && now.status().capacity().compareTo(before.status().capacity()) > 0;
    }

    /// Either the volume appeared after its claim, or it has an annotation from an earlier process.
    static boolean isRelevant(@Nullable PersistentVolume before, PersistentVolume now) {
        return before == null && now.meta().annotations().containsKey(VolumeAnnotations.PRE_RESIZE_CAPACITY);
    }
}
