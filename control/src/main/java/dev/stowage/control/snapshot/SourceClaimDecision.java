package dev.stowage.control.snapshot;

import dev.stowage.k8s.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshot;
import java.util.List;

/// Lets a claim go that no snapshot is being taken of any more.
final class SourceClaimDecision {

    private SourceClaimDecision() {}

    /// @param snapshots those that are, or were, taken of it
    static List<ClusterAction> of(PersistentVolumeClaim claim, List<VolumeSnapshot> snapshots) {
        return claim.meta().hasFinalizer(SnapshotMetadataKeys.CLAIM)
                        && snapshots.stream().allMatch(VolumeSnapshot::isReady)
                ? List.of(new ClusterAction.PatchObject<>(
                        Kinds.CLAIMS, claim, Patch.removeFinalizer(claim, SnapshotMetadataKeys.CLAIM)))
                : List.of();
    }
}
