package dev.stowage.cli.drain;

import dev.stowage.cli.move.VolumeMove;
import java.util.List;
import java.util.Set;

/// What a drain decides from.
///
/// @param moves of the whole cluster, the oldest first
/// @param earlier the uids of moves that had ended when the command began: they are tried again
record DrainState(DrainOptions options, DrainCluster cluster, List<VolumeMove> moves, Set<String> earlier) {

    DrainState {
        moves = List.copyOf(moves);
        earlier = Set.copyOf(earlier);
    }

    String node() {
        return options.node();
    }

    /// Whether the node takes no pods. If a user uncordons it, no more moves begin.
    boolean isCordoned() {
        return cluster.node(node()).filter(node -> node.unschedulable()).isPresent();
    }
}
