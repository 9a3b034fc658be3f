package dev.stowage.driver.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.driver.LocalProgram;
import dev.stowage.flags.UsageException;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The driver as a program: its flags, and what workloads see of its restarts.
final class LocalProgramTest {

    private static final VolumeCapability ONE_WRITER = capability();

    private static VolumeCapability capability() {
        var capability = VolumeCapability.newBuilder();
        capability.getMountBuilder();
        capability.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        return capability.build();
    }

    private static SocketClient connect(LocalDriverProcess driver) {
        return SocketClient.connect(
                new CsiEndpoint(driver.socket()),
                ClientOptions.defaults().withWaitForReady(true).withDeadline(Duration.ofSeconds(90)));
    }

    private static CreateVolumeRequest.Builder wanted(String name) {
        var request = CreateVolumeRequest.newBuilder().setName(name).addVolumeCapabilities(ONE_WRITER);
        request.getCapacityRangeBuilder().setRequiredBytes(16 << 20);
        return request;
    }

    @Test
    void aWriterNoticesNothingWhenTheDriverIsReplaced() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), List.of("--pool-size=1Gi"));
                SocketClient client = connect(driver)) {
            var node = NodeGrpc.newBlockingStub(client.channel());
            var controller = ControllerGrpc.newBlockingStub(client.channel());
            String id =
                    controller.createVolume(wanted("db").build()).getVolume().getVolumeId();
            Path staging = scratch.directory("staging");
            Path target = scratch.path().resolve("target");
            node.nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                    .setVolumeId(id)
                    .setStagingTargetPath(staging.toString())
                    .setVolumeCapability(ONE_WRITER)
                    .build());
            node.nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                    .setVolumeId(id)
                    .setStagingTargetPath(staging.toString())
                    .setTargetPath(target.toString())
                    .setVolumeCapability(ONE_WRITER)
                    .build());
            try (FileChannel log =
                    FileChannel.open(target.resolve("log"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                append(log, "before");
                assertThat(driver.terminate()).isEqualTo(128 + 15);
                append(log, "between");
                driver.restart();
                append(log, "after");
            }
            assertThat(target.resolve("log")).hasContent("beforebetweenafter");
            node.nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                    .setVolumeId(id)
                    .setTargetPath(target.toString())
                    .build());
            node.nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                    .setVolumeId(id)
                    .setStagingTargetPath(staging.toString())
                    .build());
            controller.deleteVolume(
                    DeleteVolumeRequest.newBuilder().setVolumeId(id).build());
            driver.terminate();
            assertThat(scratch.mounts()).as("an unused pool is let go").isEmpty();
            await().untilAsserted(() -> assertThat(scratch.loops()).isEmpty());
        }
    }

    private static void append(FileChannel log, String text) throws Exception {
        log.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
        log.force(true);
    }

    @ParameterizedTest
    @CsvSource({"image", "btrfs", "directory"})
    void anInlineVolumeLivesAndDiesWithItsPublication(String backend) throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver =
                        LocalDriverProcess.start(scratch.path(), List.of("--pool-size=1Gi", "--backend=" + backend));
                SocketClient client = connect(driver)) {
            var node = NodeGrpc.newBlockingStub(client.channel());
            Path target = scratch.path().resolve("target");
            NodePublishVolumeRequest publish = NodePublishVolumeRequest.newBuilder()
                    .setVolumeId("csi-0123456789abcdef")
                    .setTargetPath(target.toString())
                    .setVolumeCapability(ONE_WRITER)
                    .putVolumeContext("csi.storage.k8s.io/ephemeral", "true")
                    .putVolumeContext("csi.storage.k8s.io/pod.name", "web-0")
                    .putVolumeContext("size", "16Mi")
                    .build();
            node.nodePublishVolume(publish);
            Files.writeString(target.resolve("notes"), "here");
            node.nodePublishVolume(publish);
            assertThat(target.resolve("notes")).hasContent("here");
            NodeUnpublishVolumeRequest unpublish = NodeUnpublishVolumeRequest.newBuilder()
                    .setVolumeId("csi-0123456789abcdef")
                    .setTargetPath(target.toString())
                    .build();
            node.nodeUnpublishVolume(unpublish);
            node.nodeUnpublishVolume(unpublish);
            assertThat(Mounts.system().at(target)).isEmpty();
            try (var left = Files.find(
                    driver.data(), 9, (path, _) -> path.getFileName().toString().equals("csi-0123456789abcdef"))) {
                assertThat(left).isEmpty();
            }
        }
    }

    @Test
    void aStorageClassChoosesAmongSeveralPools() throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make()) {
            Path config = Files.writeString(scratch.path().resolve("pools.json"), """
                    {"pools": [
                      {"name": "fast", "backend": "image", "directory": "%1$s/fast", "size": "1Gi"},
                      {"name": "plain", "backend": "directory", "directory": "%1$s/plain"}
                    ]}""".formatted(scratch.path()));
            try (LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), List.of("--config=" + config));
                    SocketClient client = connect(driver)) {
                var controller = ControllerGrpc.newBlockingStub(client.channel());
                assertThat(controller
                                .createVolume(wanted("a").build())
                                .getVolume()
                                .getVolumeContextMap())
                        .containsEntry("pool", "fast")
                        .containsEntry("sizesEnforced", "true");
                assertThat(controller
                                .createVolume(wanted("b")
                                        .putParameters("pool", "plain")
                                        .build())
                                .getVolume()
                                .getVolumeContextMap())
                        .containsEntry("backend", "directory")
                        .containsEntry("sizesEnforced", "false");
                assertThatThrownBy(() -> controller.createVolume(
                                wanted("c").putParameters("pool", "slow").build()))
                        .hasMessageContaining("INVALID_ARGUMENT")
                        .hasMessageContaining("[fast, plain]");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --backend=zfs                    | unknown backend "zfs"
            --backend=shared                 | flag --share is required
            --overcommit=0.5                 | not between 1 and 1000
            --pool-size=big                  | is not a size
            --config=/nowhere.json           | flag --config: /nowhere.json
            --inline-volume-pools=scratch    | unknown pool "scratch"
            """)
    void aWrongFlagIsOneClearSentence(String flag, String reason, @TempDir Path data) {
        assertThatThrownBy(() -> LocalProgram.run(
                        List.of("--endpoint=unix:///tmp/never.sock", "--node-id=n", "--data=" + data, flag)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({"image", "directory"})
    void withoutThePoolsDiskTheDriverDoesNotStart(String backend, @TempDir Path scratch) throws Exception {
        Path mounted = Files.createDirectories(scratch.resolve("disk/pool"));
        List<String> flags = List.of(
                "--endpoint=unix://" + scratch.resolve("csi.sock"),
                "--node-id=n",
                "--data=" + scratch.resolve("data"),
                "--backend=" + backend,
                "--pool=" + mounted);
        LocalProgram.open(flags, program -> program, _ -> {}).close();
        LocalProgram.open(flags, program -> program, _ -> {}).close();
        Files.move(scratch.resolve("disk"), scratch.resolve("elsewhere"));

        assertThatThrownBy(() -> LocalProgram.open(flags, program -> program, _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("pool default is missing: " + mounted)
                .hasMessageContaining("mount the pool's disk");
        assertThat(mounted).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"image", "btrfs", "directory"})
    void withoutTheDiskOfOnePoolTheOthersAreServed(String backend) throws Exception {
        try (ScratchDirectory scratch = ScratchDirectory.make()) {
            Path config =
                    Files.writeString(scratch.path().resolve("pools.json"), """
                    {"pools": [
                      {"name": "disk", "backend": "%2$s", "directory": "%1$s/disk", "size": "1Gi"},
                      {"name": "plain", "backend": "directory", "directory": "%1$s/plain"}
                    ]}""".formatted(scratch.path(), backend));
            try (LocalDriverProcess driver = LocalDriverProcess.start(scratch.path(), List.of("--config=" + config));
                    SocketClient client = connect(driver)) {
                var controller = ControllerGrpc.newBlockingStub(client.channel());
                var node = NodeGrpc.newBlockingStub(client.channel());
                String kept = created(controller, "kept", "plain");
                Path target = scratch.path().resolve("target");
                node.nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                        .setVolumeId(kept)
                        .setTargetPath(target.toString())
                        .setVolumeCapability(ONE_WRITER)
                        .setStagingTargetPath(scratch.directory("staging").toString())
                        .build());
                String away = created(controller, "away", "disk");
                driver.terminate();
                Path mounted = scratch.path().resolve("disk");
                Files.move(mounted, scratch.path().resolve("elsewhere"));

                driver.restart();

                assertThatThrownBy(() -> created(controller, "new", "disk"))
                        .hasMessageContaining("UNAVAILABLE")
                        .hasMessageContaining("pool disk is missing");
                assertThatThrownBy(() -> controller.deleteVolume(DeleteVolumeRequest.newBuilder()
                                .setVolumeId(away)
                                .build()))
                        .hasMessageContaining("UNAVAILABLE");
                node.nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(kept)
                        .setTargetPath(target.toString())
                        .build());
                controller.deleteVolume(
                        DeleteVolumeRequest.newBuilder().setVolumeId(kept).build());
                assertThat(mounted).doesNotExist();

                driver.terminate();
                Files.move(scratch.path().resolve("elsewhere"), mounted);
                driver.restart();
                controller.deleteVolume(
                        DeleteVolumeRequest.newBuilder().setVolumeId(away).build());
            }
        }
    }

    private static String created(ControllerGrpc.ControllerBlockingStub controller, String name, String pool) {
        return controller
                .createVolume(wanted(name).putParameters("pool", pool).build())
                .getVolume()
                .getVolumeId();
    }
}
