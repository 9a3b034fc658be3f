package dev.stowage.cli.move;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Optional;

/// What the beginning of a move depends on.
///
/// @param volume of the claim
/// @param moves of the claim that have not ended
record MoveStartState(
        MoveOptions options,
        Optional<PersistentVolumeClaim> claim,
        Optional<PersistentVolume> volume,
        List<Node> nodes,
        List<VolumeMove> moves,
        Movers movers) {

    MoveStartState {
        nodes = List.copyOf(nodes);
        moves = List.copyOf(moves);
    }
}
