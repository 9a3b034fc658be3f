package dev.stowage.bench.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// What a benchmark has around it.
///
/// @param home the project's folder, where `./stowage` lies
/// @param peers a folder with the programs of peers, as far as the user supplies them
/// @param quick whether sizes are wanted that only show that it works
/// @param soak how long soak runs without `--quick`
/// @param progress receives messages for the user
public record BenchmarkContext(
        Path home, Optional<Path> peers, boolean quick, Duration soak, Consumer<String> progress) {

    public void report(String line) {
        progress.accept(line);
    }
}
