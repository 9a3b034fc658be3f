package dev.stowage.node.run;

import dev.stowage.node.spec.NodePod;
import java.time.Instant;

/// One thing to do about a pod. Equal steps are the same: one that is under way is not begun again.
sealed interface PodStep {

    /// Takes time, and is done beside the pod's worker.
    sealed interface Act extends PodStep {}

    /// Done at once.
    sealed interface Word extends PodStep {}

    /// @param version the pod's
    record WantVolumes(String version) implements Word {}

    record Prepare() implements Act {}

    record Start(String container, int attempt) implements Act {}

    /// @param by when it is killed at the latest
    /// @param because what the event says
    record Stop(String id, String container, Instant by, String because) implements Act {}

    /// Gives up what is waited for on the way to a start.
    record GiveUp() implements Word {}

    /// A container of long ago.
    record RemoveContainer(String id) implements Act {}

    record RemovePod() implements Act {}

    record ReleaseVolumes() implements Act {}

    /// The API server can forget the pod.
    record TellGone() implements Act {}

    record TellBackOff(String container, int attempt) implements Word {

        String message(NodePod pod) {
            return "Back-off restarting failed container %s in pod %s_%s(%s)"
                    .formatted(container, pod.meta().name(), pod.meta().namespace(), pod.uid());
        }
    }

    /// Volumes have been missing for long.
    record TellMissing(String message) implements Word {}

    record WaitUntil(Instant when) implements Word {}

    /// Nothing of the pod is left.
    record Forget() implements Word {}
}
