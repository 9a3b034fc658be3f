package dev.stowage.bench.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The environment of a benchmark.
///
/// @param home the project's directory, which contains `./stowage`
/// @param peers a folder with the programs of peers, as far as the user supplies them
/// @param quick whether to use sizes that only show that it works
/// @param only the groups of rows to measure; all when empty
/// @param soak how long soak runs without `--quick`
/// @param progress receives messages for the user
public record BenchmarkContext(
        Path home, Optional<Path> peers, boolean quick, List<String> only, Duration soak, Consumer<String> progress) {

    public BenchmarkContext {
        only = List.copyOf(only);
    }

    public void report(String line) {
        progress.accept(line);
    }
}
