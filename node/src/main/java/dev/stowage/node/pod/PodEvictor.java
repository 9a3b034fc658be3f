package dev.stowage.node.pod;

/// Ends pods that use too much of the node. Thread-safe.
public interface PodEvictor {

    /// The pod fails with the reason `Evicted`. Nothing happens if it is evicted already.
    ///
    /// @param message for the status and the event of the pod
    void evict(String podUid, String message);
}
