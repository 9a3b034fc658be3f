package dev.stowage.cli.drain;

import dev.stowage.cli.move.MoveRequest;
import dev.stowage.cli.up.instance.ClusterChoice;
import java.util.Set;

/// The options of the command.
///
/// @param targets the nodes that volumes may move to; empty for all
/// @param concurrency how many moves away from the node run at once
record DrainOptions(
        String node, Set<String> targets, MoveRequest request, int concurrency, boolean cancel, ClusterChoice cluster) {

    DrainOptions {
        targets = Set.copyOf(targets);
    }
}
