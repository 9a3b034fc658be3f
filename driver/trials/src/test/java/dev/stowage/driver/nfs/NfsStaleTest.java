package dev.stowage.driver.nfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An exported directory that is replaced below its clients: what they have mounted answers ESTALE for ever.
@Tag("lab")
@Tag("slow")
final class NfsStaleTest {
    private static final Duration LONG = Duration.ofMinutes(4);
    private static final VolumeCapability CAPABILITY = VolumeCapability.newBuilder()
            .setMount(VolumeCapability.MountVolume.getDefaultInstance())
            .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.MULTI_NODE_MULTI_WRITER))
            .build();

    @Test
    void publishedVolumesAreMountedAgainWithoutAPublish() throws Exception {
        try (ScratchDirectory served = ScratchDirectory.make();
                TestNfsServer server = TestNfsServer.start(served);
                ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), server.flags(scratch));
                SocketClient client = SocketClient.connect(
                        new CsiEndpoint(driver.socket()),
                        ClientOptions.defaults().withDeadline(LONG))) {
            assertThat(client.awaitConnected(LONG)).isTrue();
            Path target = scratch.directory("pods").resolve("pod");
            Volume volume = create(client, "data");
            publish(client, volume, target);
            Files.writeString(target.resolve("file"), "kept");

            server.replaceShare();
            var _ = create(client, "other"); // any call mounts the share again, which leads to the repair
            awaitContent(target.resolve("file"), "kept");
            assertThat(reasons(client, volume, target)).contains("MountReplaced");

            server.replaceShare();
            awaitContent(target.resolve("file"), "kept"); // found by the slow check, without any call
            Files.writeString(target.resolve("file"), "written");
            assertThat(served.path().resolve("export/share/volumes/" + volume.getVolumeId() + "/data/file"))
                    .hasContent("written");

            unpublish(client, volume, target);
            assertThat(target).doesNotExist();
            driver.terminate();
        }
    }

    private static void awaitContent(Path file, String content) {
        await().atMost(LONG)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(file).hasContent(content));
    }

    private static Volume create(SocketClient client, String name) {
        return ControllerGrpc.newBlockingStub(client.channel())
                .createVolume(CreateVolumeRequest.newBuilder()
                        .setName(name)
                        .putParameters("pool", "home")
                        .addVolumeCapabilities(CAPABILITY)
                        .build())
                .getVolume();
    }

    private static void publish(SocketClient client, Volume volume, Path target) {
        var _ = NodeGrpc.newBlockingStub(client.channel())
                .nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .putAllVolumeContext(volume.getVolumeContextMap())
                        .setTargetPath(target.toString())
                        .setVolumeCapability(CAPABILITY)
                        .build());
    }

    private static void unpublish(SocketClient client, Volume volume, Path target) {
        var _ = NodeGrpc.newBlockingStub(client.channel())
                .nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .setTargetPath(target.toString())
                        .build());
    }

    private static String reasons(SocketClient client, Volume volume, Path target) {
        return NodeGrpc.newBlockingStub(client.channel())
                .nodeGetVolumeHealth(NodeGetVolumeHealthRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .setVolumePublishPath(target.toString())
                        .build())
                .toString();
    }
}
