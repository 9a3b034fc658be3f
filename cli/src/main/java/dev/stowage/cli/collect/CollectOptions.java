package dev.stowage.cli.collect;

import dev.stowage.cli.up.instance.ClusterChoice;
import java.nio.file.Path;
import java.util.List;

/// The options of the command.
///
/// @param logs log files to include
record CollectOptions(Path output, List<Path> logs, List<Path> roots, ClusterChoice cluster) {

    CollectOptions {
        logs = List.copyOf(logs);
        roots = List.copyOf(roots);
    }
}
