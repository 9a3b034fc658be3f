package dev.stowage.k8s.featuregate;

import java.util.List;

/// The features that our components know, under the names that Kubernetes and the CSI sidecars give them.
public final class StorageFeatures {
    /// Topology in CSI calls and on persistent volumes.
    public static final Feature TOPOLOGY = Feature.stable("Topology");

    public static final Feature CROSS_NAMESPACE_SOURCES = Feature.alpha("CrossNamespaceVolumeDataSource");
    public static final Feature ATTRIBUTES_CLASSES = Feature.stable("VolumeAttributesClass");
    public static final Feature MUTABLE_NODE_LIMITS = Feature.stable("MutableCSINodeAllocatableCount");
    public static final Feature ANNOTATE_RESIZE = Feature.beta("AnnotateFsResize");
    public static final Feature RECOVER_EXPANSION = Feature.stable("RecoverVolumeExpansionFailure");
    public static final Feature GROUP_SNAPSHOTS = Feature.stable("CSIVolumeGroupSnapshot");

    /// The condition `Unused` on claims.
    public static final Feature UNUSED_CLAIMS = Feature.alpha("PersistentVolumeClaimUnusedSinceTime");

    /// Accepted without effect: leases are always released.
    public static final Feature RELEASE_LEASE = Feature.alpha("ReleaseLeaderElectionOnExit");

    /// What the volume controllers and the snapshot controller know.
    public static final List<Feature> OF_CONTROLLERS = List.of(UNUSED_CLAIMS, GROUP_SNAPSHOTS, RELEASE_LEASE);

    /// What the sidecars know, all roles together.
    public static final List<Feature> OF_SIDECARS = List.of(
            TOPOLOGY,
            CROSS_NAMESPACE_SOURCES,
            ATTRIBUTES_CLASSES,
            MUTABLE_NODE_LIMITS,
            ANNOTATE_RESIZE,
            RECOVER_EXPANSION,
            GROUP_SNAPSHOTS,
            RELEASE_LEASE);

    private StorageFeatures() {}
}
