package dev.stowage.driver.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.Mounts;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A daemon that is stopped, and so answers nothing, holds up the calls for its own share only.
final class HungDaemonTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final VolumeCapability CAPABILITY = VolumeCapability.newBuilder()
            .setMount(VolumeCapability.MountVolume.getDefaultInstance())
            .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.SINGLE_NODE_WRITER))
            .build();

    @Test
    void otherSharesAndPoolsThatStartProgramsGoOn() throws Exception {
        MounterProcess.assumeBindfs();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                MounterProcess mounter = MounterProcess.start(scratch.path(), sources(scratch));
                LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), flags(scratch, mounter));
                SocketClient client = SocketClient.connect(
                        new CsiEndpoint(driver.socket()),
                        ClientOptions.defaults().withDeadline(SOON))) {
            assertThat(client.awaitConnected(SOON)).isTrue();
            for (String pool : List.of("hung", "other")) {
                create(client, "before-" + pool, pool);
            }
            long daemon = mounter.daemon("hung");

            signal(daemon, "STOP");
            try {
                assertUnavailable(client, "first");
                assertUnavailable(client, "second");
                create(client, "meanwhile", "other");
                String formatted = create(client, "disk", "disk");
                stageAndUnstage(client, formatted, scratch.directory("stage"));
            } finally {
                signal(daemon, "CONT");
            }

            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> !create(client, "first", "hung").isEmpty());
            driver.terminate();
        }
    }

    private static Map<String, String> sources(ScratchDirectory scratch) throws IOException {
        return Map.of(
                "hung", MounterProcess.bindfs(scratch.directory("first")),
                "other", MounterProcess.bindfs(scratch.directory("second")));
    }

    /// The driver has a pool more than the mounter, in a file: programs format the file and its volumes.
    private static List<String> flags(ScratchDirectory scratch, MounterProcess mounter) throws IOException {
        Path file = scratch.path().resolve("driver.json");
        String shares = Files.readString(scratch.path().resolve("pools.json"));
        String disk = "{\"name\": \"disk\", \"backend\": \"image\", \"directory\": \"%s\", \"size\": \"600Mi\"}"
                .formatted(scratch.path().resolve("disk"));
        Files.writeString(file, shares.replace("{\"pools\": [", "{\"pools\": [" + disk + ",\n"));
        return List.of("--config=" + file, mounter.endpointFlag());
    }

    private static void signal(long process, String name) throws IOException {
        String ignored = CommandRunner.run(SOON, List.of("kill", "-" + name, Long.toString(process)));
    }

    private static void assertUnavailable(SocketClient client, String name) {
        StatusRuntimeException refusal =
                catchThrowableOfType(StatusRuntimeException.class, () -> create(client, name, "hung"));
        assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    private static String create(SocketClient client, String name, String pool) {
        return ControllerGrpc.newBlockingStub(client.channel())
                .createVolume(CreateVolumeRequest.newBuilder()
                        .setName(name)
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(32 << 20))
                        .putParameters("pool", pool)
                        .addVolumeCapabilities(CAPABILITY)
                        .build())
                .getVolume()
                .getVolumeId();
    }

    private static void stageAndUnstage(SocketClient client, String volume, Path path) throws IOException {
        var node = NodeGrpc.newBlockingStub(client.channel());
        var _ = node.nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                .setVolumeId(volume)
                .setStagingTargetPath(path.toString())
                .setVolumeCapability(CAPABILITY)
                .putVolumeContext("pool", "disk")
                .build());
        assertThat(Mounts.system().at(path)).isPresent();
        var _ = node.nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(volume)
                .setStagingTargetPath(path.toString())
                .build());
    }
}
