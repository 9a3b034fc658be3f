package dev.stowage.dist.training;

import dev.stowage.cli.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The example driver serves and the command-line client calls it, which loads server, client and interceptors.
final class DriverTraining {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private DriverTraining() {}

    static void run(List<Command> commands, Path scratch) {
        Optional<Command> driver = named("hello-driver", commands);
        Optional<Command> client = named("csi", commands);
        if (driver.isEmpty() || client.isEmpty()) {
            return;
        }
        Path socket = scratch.resolve("csi.sock");
        String endpoint = "unix://" + socket;
        Path data = scratch.resolve("data");
        Thread.ofPlatform()
                .name("training")
                .daemon()
                .start(() -> AotTraining.quietly(
                        driver.get(), List.of("--endpoint=" + endpoint, "--node-id=training", "--data=" + data)));
        if (appears(socket)) {
            AotTraining.quietly(client.get(), List.of("--endpoint=" + endpoint, "info"));
            AotTraining.quietly(client.get(), List.of("--endpoint=" + endpoint, "probe"));
        }
    }

    private static Optional<Command> named(String name, List<Command> commands) {
        return commands.stream().filter(command -> command.name().equals(name)).findFirst();
    }

    static boolean appears(Path socket) {
        Instant end = Instant.now().plus(PATIENCE);
        while (!Files.exists(socket)) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        return true;
    }
}
