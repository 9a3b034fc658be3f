package dev.stowage.node.podworker;

import dev.stowage.node.pod.NodePod;
import java.time.Instant;

/// One action for a pod. Equal actions are the same: one that is in progress is not started again.
sealed interface PodAction {

    /// Takes time, and is done beside the pod's worker.
    sealed interface Background extends PodAction {}

    /// Done at once.
    sealed interface Immediate extends PodAction {}

    /// @param version the pod's
    record MountVolumes(String version) implements Immediate {}

    record PrepareSandbox() implements Background {}

    record StartContainer(String container, int attempt) implements Background {}

    /// @param by when it is killed at the latest
    /// @param because what the event says
    record StopContainer(String id, String container, Instant by, String because) implements Background {}

    /// Cancels pending work of a start.
    record CancelStarts() implements Immediate {}

    /// A container of long ago.
    record RemoveContainer(String id) implements Background {}

    record RemovePod() implements Background {}

    record ReleaseVolumes() implements Background {}

    /// The API server can forget the pod.
    record DeletePodObject() implements Background {}

    record ReportBackOff(String container, int attempt) implements Immediate {

        String message(NodePod pod) {
            return "Back-off restarting failed container %s in pod %s_%s(%s)"
                    .formatted(container, pod.meta().name(), pod.meta().namespace(), pod.uid());
        }
    }

    /// Volumes have been missing for long.
    record ReportMissingVolumes(String message) implements Immediate {}

    record WaitUntil(Instant when) implements Immediate {}

    /// Nothing of the pod is left.
    record Forget() implements Immediate {}
}
