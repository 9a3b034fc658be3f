package dev.stowage.cluster.scheduler;

/// What may help an unschedulable pod. It waits for that event only.
enum ClusterEvent {
    /// A node was added, or changed in a field that pods depend on.
    NODE,
    /// A pod left a node, or is not bound to it after all.
    POD_LEFT,
    /// A pod was bound to a node, or changed its labels there.
    POD_ARRIVED,
    /// One of its own claims changed.
    CLAIM,
    VOLUME,
    CLASS,
    /// More capacity, or a driver that no longer reports its capacity.
    CAPACITY,
    CSI_NODE,
    ATTACHMENT_GONE
}
