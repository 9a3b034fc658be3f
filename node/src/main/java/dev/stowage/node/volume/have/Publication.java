package dev.stowage.node.volume.have;

import dev.stowage.node.volume.want.Spot;

/// A volume in a pod.
///
/// @param ephemeral whether the driver made it for the pod alone
/// @param found whether an earlier life left it: a refusal then says nothing of what is there
public record Publication(Spot spot, MountState state, boolean ephemeral, boolean found) {

    public Publication in(MountState now) {
        return new Publication(spot, now, ephemeral, found && now == MountState.UNCERTAIN);
    }
}
