package dev.stowage.cli.top;

import dev.stowage.cli.Format;
import java.time.Duration;

/// What a command line asks for.
///
/// @param everywhere whether all namespaces are looked at
/// @param namespace empty for the one that the kubeconfig names
/// @param kubeconfig empty for what the environment says
record TopPlan(
        boolean everywhere,
        String namespace,
        Order order,
        boolean once,
        Duration every,
        Format format,
        String kubeconfig) {}
