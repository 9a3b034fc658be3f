package dev.stowage.control.snapshot;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshot;
import java.util.List;

/// Removes the finalizer of a claim when no snapshot of it is being taken.
final class SourceClaimDecision {

    private SourceClaimDecision() {}

    /// @param snapshots those that are, or were, taken of it
    static List<ClusterAction> of(PersistentVolumeClaim claim, List<VolumeSnapshot> snapshots) {
        return claim.meta().hasFinalizer(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION)
                        && snapshots.stream().allMatch(VolumeSnapshot::isReady)
                ? List.of(new ClusterAction.PatchObject<>(
                        Kinds.CLAIMS,
                        claim,
                        Patch.removeFinalizer(claim, SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION)))
                : List.of();
    }
}
