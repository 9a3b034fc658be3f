package dev.stowage.driver.conformance;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/// Directories on a share that bindfs serves.
final class SharedConformanceTest extends LocalConformance {

    private static final Path BINDFS = Path.of("/usr/bin/bindfs");

    private @Nullable Process server;

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        assumeTrue(Files.isExecutable(BINDFS), "bindfs is not installed");
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel offers no FUSE");
        Path share = there.directory("share");
        server = new ProcessBuilder(
                        BINDFS.toString(), "-f", there.directory("shared-files").toString(), share.toString())
                .inheritIO()
                .start();
        await().until(() -> Mounts.system().at(share).isPresent());
        return List.of("--backend=shared", "--share=" + share);
    }

    @AfterEach
    void stopServing() {
        if (server != null) {
            server.destroyForcibly();
        }
    }
}
