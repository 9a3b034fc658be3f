package dev.stowage.cli.move;

import dev.stowage.cli.up.instance.ClusterChoice;

/// The options of the command.
///
/// @param claim its name
/// @param namespace empty for the one that the kubeconfig names
/// @param target the node; empty only with `cancel`
/// @param cancel whether moves of the claim are cancelled
/// @param watch whether to watch until the end
record MoveOptions(
        String claim,
        String namespace,
        String target,
        MoveRequest request,
        boolean cancel,
        boolean watch,
        ClusterChoice cluster) {

    MoveOptions in(String other) {
        return namespace.isEmpty() ? new MoveOptions(claim, other, target, request, cancel, watch, cluster) : this;
    }

    String cancelCommand() {
        return "stowage move pvc/%s -n %s --cancel".formatted(claim, namespace);
    }
}
