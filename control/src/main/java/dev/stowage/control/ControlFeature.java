package dev.stowage.control;

import dev.stowage.k8s.featuregate.Feature;

/// What `--feature-gates` can switch, under the names that Kubernetes has for it.
public enum ControlFeature implements Feature {
    /// The condition `Unused` on claims.
    UNUSED_CLAIMS("PersistentVolumeClaimUnusedSinceTime", Stage.ALPHA, false),
    GROUP_SNAPSHOTS("CSIVolumeGroupSnapshot", Stage.STABLE, true),
    /// Accepted: leases are always released.
    RELEASE_LEASE("ReleaseLeaderElectionOnExit", Stage.ALPHA, false);

    private final String text;
    private final Stage stage;
    private final boolean usual;

    ControlFeature(String text, Stage stage, boolean usual) {
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
