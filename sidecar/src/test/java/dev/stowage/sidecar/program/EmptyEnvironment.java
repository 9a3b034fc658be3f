package dev.stowage.sidecar.program;

import dev.stowage.kube.manager.Environment;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// An environment without any settings.
final class EmptyEnvironment {

    private EmptyEnvironment() {}

    static Environment environment() {
        return environment("host-1", Path.of("/nowhere/termination-log"));
    }

    static Environment environment(String host, Path terminationLog) {
        return new Environment(
                Map.of(),
                host,
                "1.2.3",
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                (_, _) -> {},
                terminationLog);
    }
}
