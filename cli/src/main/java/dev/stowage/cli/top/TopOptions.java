package dev.stowage.cli.top;

import dev.stowage.cli.OutputFormat;
import java.time.Duration;

/// The options of the command.
///
/// @param everywhere whether all namespaces are shown
/// @param namespace empty for the one that the kubeconfig names
/// @param kubeconfig empty for the default
record TopOptions(
        boolean everywhere,
        String namespace,
        SortKey sortKey,
        boolean once,
        Duration every,
        OutputFormat outputFormat,
        String kubeconfig) {}
