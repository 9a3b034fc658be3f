package dev.stowage.control.snapshot;

import dev.stowage.control.act.Act;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshot;
import java.util.List;

/// Lets a claim go that no snapshot is being taken of any more.
final class ClaimRules {

    private ClaimRules() {}

    /// @param snapshots those that are, or were, taken of it
    static List<Act> of(PersistentVolumeClaim claim, List<VolumeSnapshot> snapshots) {
        return claim.meta().hasFinalizer(Marks.CLAIM) && snapshots.stream().allMatch(VolumeSnapshot::isReady)
                ? List.of(new Act.Change<>(Kinds.CLAIMS, claim, Patch.removeFinalizer(claim, Marks.CLAIM)))
                : List.of();
    }
}
