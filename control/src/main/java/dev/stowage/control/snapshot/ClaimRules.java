package dev.stowage.control.snapshot;

import dev.stowage.control.act.Act;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Snapshot;
import java.util.List;

/// Lets a claim go that no snapshot is being taken of any more.
final class ClaimRules {

    private ClaimRules() {}

    /// @param snapshots those that are, or were, taken of it
    static List<Act> of(Claim claim, List<Snapshot> snapshots) {
        return claim.meta().hasFinalizer(Marks.CLAIM) && snapshots.stream().allMatch(Snapshot::isReady)
                ? List.of(new Act.Change<>(Kinds.CLAIMS, claim, Patch.removeFinalizer(claim, Marks.CLAIM)))
                : List.of();
    }
}
