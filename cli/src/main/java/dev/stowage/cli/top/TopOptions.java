package dev.stowage.cli.top;

import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterChoice;
import java.time.Duration;

/// The options of the command.
///
/// @param everywhere whether all namespaces are shown
/// @param namespace empty for the one that the kubeconfig names
record TopOptions(
        boolean everywhere,
        String namespace,
        SortKey sortKey,
        boolean once,
        Duration every,
        OutputFormat outputFormat,
        ClusterChoice cluster) {}
