package dev.stowage.k8s.names;

/// Names that movers of volumes write on objects, beside the names of Kubernetes.
public final class MoverKeys {
    /// On a VolumeMove, while it may have left something behind that must be removed.
    public static final String FINALIZER = "stowage.dev/mover";

    /// On a volume: the one VolumeMove that moves it, as `NAMESPACE/NAME/UID`.
    public static final String MOVED_BY = "stowage.dev/moved-by";

    /// On a volume whose reclaim policy a mover has set to Retain: the policy that it had.
    public static final String POLICY_BEFORE = "stowage.dev/reclaim-policy-before";

    /// In the attributes of a volume: the least generation of a copy that may be staged.
    public static final String GENERATION = "transfer.stowage.dev/generation";

    /// What the names of the snapshots of a move start with.
    public static final String SNAPSHOT_PREFIX = "move-";

    /// On the Lease of a mover: where the movers of other nodes reach it, as `HOST:PORT`.
    public static final String ADDRESS = "stowage.dev/mover-address";

    /// What the names of the leases of movers start with: `stowage-mover-DRIVER-NODE`.
    public static final String LEASE_PREFIX = "stowage-mover-";

    /// On a node that `stowage drain` has cordoned; it uncordons no other one.
    public static final String CORDONED_BY_DRAIN = "stowage.dev/cordoned-by-drain";

    /// On a VolumeMove: the node for whose drain it was created.
    public static final String DRAINED_NODE = "stowage.dev/drained-node";

    private MoverKeys() {}
}
