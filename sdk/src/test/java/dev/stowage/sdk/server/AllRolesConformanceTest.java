package dev.stowage.sdk.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Topology;
import dev.stowage.testkit.CsiConformance;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// The conformance suite on a driver with every role, over its socket, with restarts in between.
final class AllRolesConformanceTest extends CsiConformance {

    @TempDir
    private Path scratch;

    private @Nullable SocketServer server;

    @Override
    protected DriverUnderTest driver() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "mounting needs root");
        restart();
        return DriverUnderTest.at(socket())
                .directory(Files.createDirectory(scratch.resolve("work")))
                .local()
                .mutableParameters(Map.of("colour", "blue"))
                .restart(this::restart);
    }

    private Path socket() {
        return scratch.resolve("csi.sock");
    }

    private void restart() throws IOException {
        stop();
        Path data = scratch.resolve("data");
        LinkAttachments attachments = new LinkAttachments(data);
        server = Driver.named("everything.example.com")
                .version("1")
                .node("node-1")
                .maxVolumes(100)
                .topology(new Topology(Map.of("everything.example.com/node", "node-1")))
                .records(scratch.resolve("records"))
                .part(attachments)
                .part(new AllRolesDriver(data, attachments, Mounts.system()))
                .start(new CsiEndpoint(socket()), ServerOptions.defaults());
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }
}
