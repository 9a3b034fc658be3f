package dev.stowage.cli.top;

import dev.stowage.cli.OutputFormat;
import java.time.Duration;

/// What a command line asks for.
///
/// @param everywhere whether all namespaces are looked at
/// @param namespace empty for the one that the kubeconfig names
/// @param kubeconfig empty for what the environment says
record TopOptions(
        boolean everywhere,
        String namespace,
        SortKey sortKey,
        boolean once,
        Duration every,
        OutputFormat outputFormat,
        String kubeconfig) {}
