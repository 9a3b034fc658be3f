package dev.stowage.sidecar.program;

import dev.stowage.kube.program.Surroundings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// Surroundings in which nothing is.
final class Nowhere {

    private Nowhere() {}

    static Surroundings surroundings() {
        return surroundings("host-1", Path.of("/nowhere/termination-log"));
    }

    static Surroundings surroundings(String host, Path terminationLog) {
        return new Surroundings(
                Map.of(),
                host,
                "1.2.3",
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                (_, _) -> {},
                terminationLog);
    }
}
