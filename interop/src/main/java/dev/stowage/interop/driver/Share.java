package dev.stowage.interop.driver;

import dev.stowage.interop.program.Await;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.program.Uninterrupted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A file system that several nodes could have mounted: a directory served by bindfs.
final class Share implements AutoCloseable {

    private final Path at;
    private final Daemon server;

    private Share(Path at, Daemon server) {
        this.at = at;
        this.server = server;
    }

    static Share mount(Path home, Path logs) throws IOException, InterruptedException {
        Path files = Files.createDirectories(home.resolve("shared-files"));
        Path at = Files.createDirectories(home.resolve("share"));
        Share share =
                new Share(at, Daemon.start("bindfs", logs, List.of("bindfs", "-f", files.toString(), at.toString())));
        try {
            Await.until(
                    "mounting of " + at,
                    Duration.ofSeconds(60),
                    List.of(share.server),
                    () -> Mounts.beneath(home).contains(at));
        } catch (IOException | InterruptedException e) {
            share.close();
            throw e;
        }
        return share;
    }

    @Override
    public void close() throws IOException {
        Uninterrupted.run(() -> Mounts.removeBeneath(at));
        server.close();
    }
}
