package dev.stowage.sidecar.mover;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Enqueues moves when users change them. What a mover itself writes is ignored: it goes on by itself.
final class MoverTriggers {
    /// A mover that is not at the target looks whether there is a target at all.
    private static final Duration OTHERS = Duration.ofSeconds(30);

    private MoverTriggers() {}

    static void register(
            Informer<VolumeMove> moves, String node, WorkQueue<NamespacedName> queue, ActiveTransfers transfers) {
        moves.addEventHandler((before, now) -> {
            if (now == null) {
                if (before != null) {
                    transfers.abort(before.meta().uid());
                    queue.add(before.key());
                }
                return;
            }
            if (now.isCancelRequested()) {
                transfers.abort(now.meta().uid());
            }
            // At the start of a mover there may be many that have ended.
            if (!isChanged(before, now) || !MoverController.isUnfinished(now)) {
                return;
            }
            if (now.spec().targetNode().equals(node)) {
                queue.add(now.key());
            } else {
                queue.addAfter(now.key(), OTHERS);
            }
        });
    }

    private static boolean isChanged(@Nullable VolumeMove before, VolumeMove now) {
        return before == null
                || !before.meta().uid().equals(now.meta().uid())
                || !before.spec().equals(now.spec())
                || before.isBeingDeleted() != now.isBeingDeleted();
    }
}
