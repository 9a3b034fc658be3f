package dev.stowage.node.staticpod;

import dev.stowage.node.pod.NodePod;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Decides about the mirror pod of a name. A pure function.
final class MirrorDecision {
    private MirrorDecision() {}

    /// @param wanted the static pod of that name; null when no file has it
    /// @param found the pod of that name in the API; null when it has none
    /// @param runs whether the node still has something of the static pod with that UID
    static MirrorAction of(@Nullable NodePod wanted, @Nullable NodePod found, Predicate<String> runs) {
        if (found == null || !PodSources.isMirror(found)) {
            return wanted == null ? new MirrorAction.Nothing() : new MirrorAction.Create(wanted);
        }
        if (wanted == null) {
            return runs.test(PodSources.runningUid(found))
                    ? new MirrorAction.Nothing()
                    : new MirrorAction.Delete(found);
        }
        // A deletion that a user requested does not end a static pod: the object is replaced.
        boolean current =
                !found.isBeingDeleted() && PodSources.runningUid(found).equals(wanted.uid());
        return current ? new MirrorAction.Nothing() : new MirrorAction.Delete(found);
    }
}
