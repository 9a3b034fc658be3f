package dev.stowage.cli.collect;

import java.nio.file.Path;
import java.util.List;

/// The options of the command.
///
/// @param logs log files to include
/// @param kubeconfig empty for the default
record CollectOptions(Path output, List<Path> logs, List<Path> roots, String kubeconfig) {

    CollectOptions {
        logs = List.copyOf(logs);
        roots = List.copyOf(roots);
    }
}
