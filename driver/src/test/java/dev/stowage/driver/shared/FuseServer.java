package dev.stowage.driver.shared;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A share whose server can be killed: bindfs shows one directory at another place.
record FuseServer(Process process, Path mountedAt) implements AutoCloseable {

    static void assumeInstalled() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/bindfs")), "bindfs is not installed");
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel offers no FUSE");
    }

    static FuseServer start(Path original, Path at) throws IOException {
        Process process = new ProcessBuilder("/usr/bin/bindfs", "-f", original.toString(), at.toString())
                .inheritIO()
                .start();
        FuseServer server = new FuseServer(process, at);
        try {
            await().pollInterval(Duration.ofMillis(20))
                    .until(() -> Mounts.system().at(at).isPresent()
                            && FileSystems.stats(at).totalBytes() > 0);
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /// The mount stays, and every access to it fails.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
