package dev.stowage.node.podworker;

import dev.stowage.node.pod.NodePod;
import java.time.Instant;

/// One action for a pod. Equal actions are the same: one that is in progress is not started again.
sealed interface PodAction {

    /// A longer action, executed outside the pod's worker.
    sealed interface Background extends PodAction {}

    /// Executed immediately.
    sealed interface Immediate extends PodAction {}

    /// @param version the pod's
    record MountVolumes(String version) implements Immediate {}

    record PrepareSandbox() implements Background {}

    record StartContainer(String container, int attempt) implements Background {}

    /// @param by the deadline for the kill
    /// @param because the text of the event
    record StopContainer(String id, String container, Instant by, String because) implements Background {}

    /// Cancels pending work of a start.
    record CancelStarts() implements Immediate {}

    /// Removes an old container.
    record RemoveContainer(String id) implements Background {}

    record RemovePod() implements Background {}

    record ReleaseVolumes() implements Background {}

    /// The pod can be deleted from the API server.
    record DeletePodObject() implements Background {}

    record ReportBackOff(String container, int attempt) implements Immediate {

        String message(NodePod pod) {
            return "Back-off restarting failed container %s in pod %s_%s(%s)"
                    .formatted(container, pod.meta().name(), pod.meta().namespace(), pod.uid());
        }
    }

    /// Volumes have been missing for a long time.
    record ReportMissingVolumes(String message) implements Immediate {}

    record WaitUntil(Instant when) implements Immediate {}

    /// Nothing of the pod is left.
    record Forget() implements Immediate {}
}
