package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.claim.ClaimOperations;
import org.jspecify.annotations.Nullable;

/// Which changes call for a look at a claim. What we write ourselves does not: a claim that fails would be looked at
/// again at once, for ever.
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

    /// Everything that is not done is looked at once more, also what nothing seems to happen to.
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
                        .annotation(ResizeConstants.STORAGE_RESIZER)
                        .equals(before.meta().annotation(ResizeConstants.STORAGE_RESIZER))
                || (!now.status().resize().equals(before.status().resize()) && isOthers(now));
    }

    private static boolean isOthers(PersistentVolumeClaim claim) {
        return switch (ClaimResourceStatus.of(claim.status().resize())) {
            case CONTROLLER_IN_PROGRESS, CONTROLLER_INFEASIBLE, NODE_PENDING -> false;
            case NODE_IN_PROGRESS, NODE_INFEASIBLE, NONE -> true;
        };
    }

    /// The node is done: the volume need not remember its old size any more.
    static boolean isDone(@Nullable PersistentVolumeClaim before, PersistentVolumeClaim now) {
        return before != null
                && now.status().capacity().compareTo(before.status().capacity()) > 0;
    }

    /// Either the volume came after its claim, or it remembers a size from before this process.
    static boolean isRelevant(@Nullable PersistentVolume before, PersistentVolume now) {
        return before == null && now.meta().annotations().containsKey(ResizeConstants.PRE_RESIZE_CAPACITY);
    }
}
