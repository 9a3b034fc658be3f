package dev.stowage.node.podvolumes;

import dev.stowage.node.pod.NodePod;
import java.util.function.Consumer;

/// What whoever runs pods asks of the volume manager. Nothing here waits: the answer changes, and whoever
/// asked is told
/// that it did. Thread-safe.
public interface PodVolumes {

    /// The pod shall have its volumes. Told anew with every version of the pod.
    void mount(NodePod pod);

    /// Nothing of the pod runs any more, and nothing will: its volumes can go.
    void release(String podUid);

    /// Every pod that there is has been told, and every one that still runs. Before this nothing is taken
    /// away, for it
    /// could be somebody's.
    void markPodsComplete();

    PodVolumeStatus status(String podUid);

    /// The listener hears the uid of a pod whose answer changed.
    void listen(Consumer<String> listener);
}
