package dev.stowage.driver.backend;

/// What a backend supports in its pool; the driver declares the union over its pools.
public enum BackendCapability {
    BLOCK,
    CLONE,
    SNAPSHOT,
    /// Snapshots and clones take the same short time whatever the volume holds.
    INSTANT_COPIES,
    GROW,
    MODIFY,
    /// Which blocks of a snapshot hold data, and which differ between two.
    BLOCK_METADATA,
    /// The size of a volume is enforced.
    HARD_SIZE,
    /// Volumes are prepared once on a node, before they are published.
    STAGE,
    /// Several nodes may write at once.
    MULTI_NODE
}
