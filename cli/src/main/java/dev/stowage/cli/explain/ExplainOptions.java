package dev.stowage.cli.explain;

import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterChoice;
import dev.stowage.explain.clusterstate.ResourceKind;

/// The options of the command.
///
/// @param namespace of the object, empty for the one that the kubeconfig names; of no meaning to objects of the whole
///     cluster
/// @param bundle a bundle to read instead of a cluster; empty for none
record ExplainOptions(
        ResourceKind resourceKind,
        String namespace,
        String name,
        ClusterChoice cluster,
        String bundle,
        OutputFormat outputFormat) {

    /// @param other the namespace if none is set
    ExplainOptions orIn(String other) {
        return namespace.isEmpty()
                ? new ExplainOptions(resourceKind, other, name, cluster, bundle, outputFormat)
                : this;
    }
}
