package dev.stowage.cli.collect;

import java.nio.file.Path;
import java.util.List;

/// What a command line asks for.
///
/// @param logs files that go into the bundle
/// @param kubeconfig empty for what the environment says
record CollectOptions(Path output, List<Path> logs, List<Path> roots, String kubeconfig) {

    CollectOptions {
        logs = List.copyOf(logs);
        roots = List.copyOf(roots);
    }
}
