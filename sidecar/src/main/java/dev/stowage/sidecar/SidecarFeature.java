package dev.stowage.sidecar;

import dev.stowage.k8s.featuregate.Feature;

/// What can be switched on and off by `--feature-gates`.
public enum SidecarFeature implements Feature {
    TOPOLOGY("Topology", Stage.STABLE, true),
    CROSS_NAMESPACE_SOURCES("CrossNamespaceVolumeDataSource", Stage.ALPHA, false),
    ATTRIBUTES_CLASSES("VolumeAttributesClass", Stage.STABLE, true),
    MUTABLE_NODE_LIMITS("MutableCSINodeAllocatableCount", Stage.STABLE, true),
    ANNOTATE_RESIZE("AnnotateFsResize", Stage.BETA, true),
    RECOVER_EXPANSION("RecoverVolumeExpansionFailure", Stage.STABLE, true),
    GROUP_SNAPSHOTS("CSIVolumeGroupSnapshot", Stage.STABLE, true),
    /// Accepted: leases are always released.
    RELEASE_LEASE("ReleaseLeaderElectionOnExit", Stage.ALPHA, false);

    private final String text;
    private final Stage stage;
    private final boolean usual;

    SidecarFeature(String text, Stage stage, boolean usual) {
        this.text = text;
        this.stage = stage;
        this.usual = usual;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public Stage stage() {
        return stage;
    }

    @Override
    public boolean enabledByDefault() {
        return usual;
    }
}
