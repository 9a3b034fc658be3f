package dev.stowage.driver.conformance;

import dev.stowage.driver.nfs.TestNfsServer;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// Directories on an NFS share that the driver mounts.
@Tag("lab")
@Tag("slow")
final class NfsConformanceTest extends LocalConformance {

    private @Nullable TestNfsServer server;

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        server = TestNfsServer.start(there);
        Path pools = there.path().resolve("pools.json");
        Files.writeString(pools, """
            {"pools": [{"name": "home", "backend": "shared", "thin": true, "overcommitPercent": 10000,
              "source": {"type": "nfs", "server": "127.0.0.1", "share": "/share"}}]}
            """);
        return List.of("--config=" + pools);
    }

    /// The suite takes snapshots of published volumes.
    @Override
    DriverUnderTest tell(DriverUnderTest all) {
        Map<String, String> whileWritten = Map.of("consistency", "none");
        return all.parameters(whileWritten)
                .snapshotParameters(whileWritten)
                .groupSnapshotParameters(whileWritten)
                .brief();
    }

    @Override
    void release() throws IOException {
        if (server != null) {
            server.close();
        }
    }
}
