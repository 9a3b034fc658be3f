package dev.stowage.driver.nfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.driver.mounter.MounterProcess;
import dev.stowage.driver.process.LineWriterMain;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A server that is stopped for a while loses nothing and holds up nobody else.
@Tag("lab")
@Tag("slow")
final class NfsStopTest {

    private static final String OTHER_SHARE = "other";

    /// Longer than the driver waits for a server.
    private static final Duration STOP = Duration.ofSeconds(Long.getLong("stowage.nfs.stop", 60));

    /// What other pools may take meanwhile; a call that waits for the server takes longer than 8 seconds.
    private static final Duration PROMPT = Duration.ofSeconds(6);

    private static final Duration LONG = Duration.ofMinutes(3);

    @Test
    void aWriterLosesNothingAndOtherPoolsKeepAnswering() throws Exception {
        MounterProcess.assumeBindfs();
        try (ScratchDirectory served = ScratchDirectory.make();
                TestNfsServer server = TestNfsServer.start(served);
                ScratchDirectory other = ScratchDirectory.make();
                MounterProcess mounter = MounterProcess.start(other.path(), Map.of(OTHER_SHARE, source(other)));
                ScratchDirectory scratch = ScratchDirectory.make();
                LocalDriverProcess driver =
                        LocalDriverProcess.start(scratch.path(), flags(server, scratch, mounter, other));
                SocketClient client = SocketClient.connect(
                        new CsiEndpoint(driver.socket()),
                        ClientOptions.defaults().withDeadline(LONG))) {
            assertThat(client.awaitConnected(LONG)).isTrue();
            Path pods = scratch.directory("pods");
            Volume onShare = create(client, "on-share", "home");
            publish(client, onShare, pods.resolve("writer"));
            Path lines = served.path().resolve("export/share/volumes/" + onShare.getVolumeId() + "/data/lines");
            Path acknowledged = scratch.path().resolve("acknowledged");
            Process writer = LineWriterMain.start(pods.resolve("writer/lines"), acknowledged);
            await().until(() -> Files.exists(acknowledged) && Files.size(acknowledged) > 20);

            server.pause();
            try {
                othersWork(client, pods);
                assertThatThrownBy(() -> create(client, "refused", "home")).isInstanceOf(StatusRuntimeException.class);
                unpublishOnShareInTime(client, onShare, pods);
            } finally {
                server.resume();
            }
            long atReturn = Files.size(acknowledged);
            await().atMost(LONG).until(() -> Files.size(acknowledged) > atReturn + 20);
            writer.getOutputStream().close(); // the end of its input
            assertThat(writer.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

            List<String> reported = Files.readAllLines(acknowledged);
            assertThat(reported)
                    .isEqualTo(LongStream.range(0, reported.size())
                            .mapToObj(Long::toString)
                            .toList());
            assertThat(Files.readAllLines(lines)).isEqualTo(reported);
            unpublish(client, onShare, pods.resolve("writer"));
            delete(client, onShare);
            driver.terminate();
        }
    }

    private static String source(ScratchDirectory there) throws IOException {
        return MounterProcess.bindfs(there.directory("original"));
    }

    private static List<String> flags(
            TestNfsServer server, ScratchDirectory scratch, MounterProcess mounter, ScratchDirectory other)
            throws IOException {
        List<String> flags = new ArrayList<>(
                server.flags(scratch, List.of(MounterProcess.pool(other.path(), OTHER_SHARE, source(other)))));
        flags.add(mounter.endpointFlag());
        return flags;
    }

    /// Repeats calls for the other pools, a directory and a share, for as long as the server is stopped.
    private static void othersWork(SocketClient client, Path pods) throws Exception {
        Instant end = Instant.now().plus(STOP);
        for (int i = 0; Instant.now().isBefore(end); i++) {
            String pool = i % 2 == 0 ? "local" : OTHER_SHARE;
            String name = pool + "-" + i;
            Path target = pods.resolve(name);
            CompletableFuture.runAsync(() -> {
                        try {
                            Volume local = create(client, name, pool);
                            publish(client, local, target);
                            Files.writeString(target.resolve("file"), "content");
                            unpublish(client, local, target);
                            delete(client, local);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .get(4 * PROMPT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void unpublishOnShareInTime(SocketClient client, Volume volume, Path pods) throws Exception {
        CompletableFuture.runAsync(() -> unpublish(client, volume, pods.resolve("not-there")))
                .get(30, TimeUnit.SECONDS);
    }

    private static VolumeCapability capability() {
        return VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.getDefaultInstance())
                .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.SINGLE_NODE_WRITER))
                .build();
    }

    private static Volume create(SocketClient client, String name, String pool) {
        return ControllerGrpc.newBlockingStub(client.channel())
                .createVolume(CreateVolumeRequest.newBuilder()
                        .setName(name)
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1 << 20))
                        .putParameters("pool", pool)
                        .addVolumeCapabilities(capability())
                        .build())
                .getVolume();
    }

    private static void delete(SocketClient client, Volume volume) {
        var _ = ControllerGrpc.newBlockingStub(client.channel())
                .deleteVolume(DeleteVolumeRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .build());
    }

    private static void publish(SocketClient client, Volume volume, Path target) {
        var _ = NodeGrpc.newBlockingStub(client.channel())
                .nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .putAllVolumeContext(volume.getVolumeContextMap())
                        .setTargetPath(target.toString())
                        .setVolumeCapability(capability())
                        .build());
    }

    private static void unpublish(SocketClient client, Volume volume, Path target) {
        var _ = NodeGrpc.newBlockingStub(client.channel())
                .nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .setTargetPath(target.toString())
                        .build());
    }
}
