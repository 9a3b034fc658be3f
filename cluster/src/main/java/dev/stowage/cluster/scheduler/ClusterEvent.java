package dev.stowage.cluster.scheduler;

/// What may help a pod that found no node. It waits for that, and for nothing else.
enum ClusterEvent {
    /// A node is new, or changed in what pods ask of it.
    NODE,
    /// A pod has left a node, or is not going there after all.
    POD_LEFT,
    /// A pod has come to a node, or goes by other labels there.
    POD_ARRIVED,
    /// One of its own claims changed.
    CLAIM,
    VOLUME,
    CLASS,
    /// More room, or a driver that no longer tells how much there is.
    CAPACITY,
    CSI_NODE,
    ATTACHMENT_GONE
}
