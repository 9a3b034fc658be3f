package dev.stowage.interop.driver;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A file system that several nodes could have mounted: a directory served by bindfs.
final class SharedDirectory implements AutoCloseable {

    private final Path at;
    private final Daemon server;

    private SharedDirectory(Path at, Daemon server) {
        this.at = at;
        this.server = server;
    }

    static SharedDirectory mount(Path home, Path logs) throws IOException, InterruptedException {
        Path files = Files.createDirectories(home.resolve("shared-files"));
        Path at = Files.createDirectories(home.resolve("share"));
        SharedDirectory sharedDirectory = new SharedDirectory(
                at, Daemon.start("bindfs", logs, List.of("bindfs", "-f", files.toString(), at.toString())));
        try {
            Await.until(
                    "mounting of " + at,
                    Duration.ofSeconds(60),
                    List.of(sharedDirectory.server),
                    () -> MountPoints.beneath(home).contains(at));
        } catch (IOException | InterruptedException e) {
            sharedDirectory.close();
            throw e;
        }
        return sharedDirectory;
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> MountPoints.removeBeneath(at));
        server.close();
    }
}
