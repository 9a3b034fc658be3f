package dev.stowage.cli.promote;

import dev.stowage.cli.move.Movers;
import java.util.List;

/// What the beginning of a promotion depends on.
///
/// @param isClaimThere whether the claim exists
/// @param standbys of the claim, whatever their phase
record PromoteStartState(PromoteOptions options, boolean isClaimThere, List<VolumeStandby> standbys, Movers movers) {

    PromoteStartState {
        standbys = List.copyOf(standbys);
    }
}
