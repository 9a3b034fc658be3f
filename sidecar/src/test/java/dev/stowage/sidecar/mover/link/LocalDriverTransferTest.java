package dev.stowage.sidecar.mover.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.driver.LocalProgram;
import io.grpc.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A volume of one local driver arrives at another, over the link between two movers.
final class LocalDriverTransferTest {
    private static final int SIZE = 64 << 20;
    private static final int BLOCK = 4096;

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Random random = new Random(5);

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private CsiEndpoint driver(String node) throws IOException {
        Path home = Files.createDirectories(folder.resolve(node));
        CsiEndpoint endpoint = new CsiEndpoint(home.resolve("csi.sock"));
        Files.createDirectories(pool(node));
        open.add(LocalProgram.open(
                List.of(
                        "--endpoint=" + endpoint,
                        "--node-id=" + node,
                        "--backend=image",
                        "--pool=" + pool(node),
                        "--own-pool=false", // nothing is mounted
                        "--data=" + home.resolve("data")),
                UnaryOperator.identity(),
                _ -> {}));
        return endpoint;
    }

    private Path pool(String node) {
        return folder.resolve(node).resolve("pool");
    }

    /// The volume as the pool has it; it is in no use, so nothing else reads or writes it.
    private Path image(String node, String volume) throws IOException {
        try (var files = Files.find(
                pool(node),
                9,
                (path, file) -> file.isRegularFile()
                        && file.size() == SIZE
                        && path.toString().contains(volume)
                        && !path.toString().contains("snap"))) {
            return files.findFirst().orElseThrow();
        }
    }

    private void scribble(Path image, int blocks) throws IOException {
        try (FileChannel out = FileChannel.open(image, StandardOpenOption.WRITE)) {
            for (int i = 0; i < blocks; i++) {
                byte[] block = new byte[BLOCK];
                random.nextBytes(block);
                out.write(ByteBuffer.wrap(block), (long) random.nextInt(SIZE / BLOCK) * BLOCK);
            }
        }
    }

    private static String volume(Channel driver) {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder();
        capability.getBlockBuilder();
        capability.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        var request = CreateVolumeRequest.newBuilder().setName("db").addVolumeCapabilities(capability);
        request.getCapacityRangeBuilder().setRequiredBytes(SIZE);
        return ControllerGrpc.newBlockingStub(driver)
                .createVolume(request.build())
                .getVolume()
                .getVolumeId();
    }

    @Test
    void aVolumeMovesWhileItIsWrittenAndThenItsLastDifference() throws Exception {
        CsiEndpoint source = driver("node-1");
        CsiEndpoint target = driver("node-2");
        LinkFixture link = new LinkFixture(folder, fixture -> fixture.connection(source));
        open.add(link::close);
        String volume = volume(link.connection(source));
        link.allowed.add(volume);
        Path image = image("node-1", volume);
        scribble(image, 3000);
        String first = snapshot(link, "move-1-1", volume);
        CarrierResult whole =
                carry(link, target, volume, SendRequest.newBuilder().setSnapshotId(first));
        assertThat(whole.copy().getState()).isEqualTo(Copy.State.STANDBY);
        assertThat(whole.bytesTotal()).isPositive().isLessThanOrEqualTo(3000L * BLOCK);
        assertThat(whole.bytesSent()).isGreaterThanOrEqualTo(whole.bytesTotal());

        scribble(image, 200);
        var _ = TransferGrpc.newBlockingStub(link.channel())
                .fence(FenceRequest.newBuilder()
                        .setVolumeId(volume)
                        .setGeneration(1)
                        .setDestination(LinkFixture.TARGET_NODE)
                        .build());
        CarrierResult difference = carry(
                link,
                target,
                volume,
                SendRequest.newBuilder().setVolumeId(volume).setBaseSnapshotId(first));
        assertThat(difference.bytesTotal()).isPositive().isLessThanOrEqualTo(200L * BLOCK);
        var _ = TransferGrpc.newBlockingStub(link.connection(target))
                .activate(ActivateRequest.newBuilder()
                        .setVolumeId(volume)
                        .setGeneration(1)
                        .build());
        assertThat(Files.mismatch(image, image("node-2", volume))).isEqualTo(-1);
    }

    /// Where blocks cannot be shared, the driver copies them for a while.
    private static String snapshot(LinkFixture link, String name, String volume) throws Exception {
        var snapshots = ControllerGrpc.newBlockingStub(link.channel());
        CreateSnapshotRequest request = CreateSnapshotRequest.newBuilder()
                .setName(name)
                .setSourceVolumeId(volume)
                .build();
        return await().until(() -> snapshots.createSnapshot(request).getSnapshot(), Snapshot::getReadyToUse)
                .getSnapshotId();
    }

    private static CarrierResult carry(LinkFixture link, CsiEndpoint target, String volume, SendRequest.Builder what)
            throws Exception {
        return new VolumeCarrier(RateLimit.none(), CarrierOptions.defaults())
                .carry(
                        link.source(),
                        TransferGrpc.newBlockingStub(link.connection(target)),
                        what.build(),
                        1,
                        volume,
                        Map.of(),
                        _ -> {});
    }
}
