package dev.stowage.node.podvolumes;

import dev.stowage.node.pod.NodePod;
import java.util.function.Consumer;

/// The volume manager as the pod worker sees it. No method blocks: the status changes, and listeners are
/// notified. Thread-safe.
public interface PodVolumes {

    /// Requests the volumes of a pod. Called with every version of the pod.
    void mount(NodePod pod);

    /// Nothing of the pod runs or will run any more, so its volumes can be unmounted.
    void release(String podUid);

    /// All pods in the API and all running pods are known now. Before this call nothing is unmounted, because
    /// it could belong to a pod.
    void markPodsComplete();

    PodVolumeStatus status(String podUid);

    /// The listener receives the UID of a pod whose status changed.
    void listen(Consumer<String> listener);
}
