package dev.stowage.cli.promote;

import dev.stowage.cli.up.instance.ClusterChoice;

/// The options of the command.
///
/// @param claim its name
/// @param namespace empty for the one that the kubeconfig names
/// @param node that keeps the copy; empty for the newest copy
/// @param nodeIsDown whether the user says that the node of the volume is down
/// @param watch whether to watch until the end
record PromoteOptions(
        String claim, String namespace, String node, boolean nodeIsDown, boolean watch, ClusterChoice cluster) {

    PromoteOptions in(String other) {
        return namespace.isEmpty() ? new PromoteOptions(claim, other, node, nodeIsDown, watch, cluster) : this;
    }
}
