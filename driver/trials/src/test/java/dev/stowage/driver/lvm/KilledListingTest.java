package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.BlockMetadata;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetMetadataAllocatedRequest;
import dev.stowage.csi.v1.GetMetadataAllocatedResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.SnapshotMetadataGrpc;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.driver.volumegroup.ThinPoolMetadata;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.sdk.Bytes;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A driver that is killed while it reads the metadata of its thin pool.
@Tag("lab")
@Tag("slow")
class KilledListingTest {

    private static final int KILLED = 128 + 9;
    private static final VolumeCapability RAW = capability();

    private static VolumeCapability capability() {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder();
        capability.getBlockBuilder();
        capability.getAccessModeBuilder().setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER);
        return capability.build();
    }

    @Test
    void theNextStartReleasesTheMetadataSnapshotAndTheCallCanBeRepeated() throws Exception {
        TestVolumeGroup.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                TestVolumeGroup group =
                        TestVolumeGroup.thin(scratch, Bytes.mebi(300).count());
                LocalDriverProcess driver = LocalDriverProcess.start(
                        scratch.path(),
                        List.of(
                                "--backend=lvm",
                                "--volume-group=" + group.name(),
                                "--thin-pool=" + TestVolumeGroup.THIN_POOL));
                SocketClient client = SocketClient.connect(
                        new CsiEndpoint(driver.socket()),
                        ClientOptions.defaults().withDeadline(Duration.ofSeconds(90)))) {
            String snapshot = snapshotOfWrittenVolume(scratch, client);

            driver.order("1 order 1");
            assertThatThrownBy(() -> allocated(client, snapshot)).isInstanceOf(StatusRuntimeException.class);
            assertThat(driver.awaitEnd()).isEqualTo(KILLED);
            assertThat(metadata(group).isReserved())
                    .as("what the killed driver left")
                    .isTrue();
            driver.withdrawOrder();
            driver.restart();

            assertThat(metadata(group).isReserved()).isFalse();
            assertThat(client.awaitConnected(Duration.ofSeconds(90))).isTrue();
            assertThat(allocated(client, snapshot))
                    .extracting(BlockMetadata::getByteOffset)
                    .containsExactly(Bytes.mebi(1).count());
            assertThat(metadata(group).isReserved()).isFalse();
        }
    }

    private static String snapshotOfWrittenVolume(ScratchDirectory scratch, SocketClient client) throws IOException {
        ControllerGrpc.ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(client.channel());
        CreateVolumeRequest.Builder wanted =
                CreateVolumeRequest.newBuilder().setName("v").addVolumeCapabilities(RAW);
        wanted.getCapacityRangeBuilder().setRequiredBytes(Bytes.mebi(16).count());
        String volume = controller.createVolume(wanted.build()).getVolume().getVolumeId();
        Path staging = scratch.directory("staging");
        var _ = NodeGrpc.newBlockingStub(client.channel())
                .nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                        .setVolumeId(volume)
                        .setStagingTargetPath(staging.toString())
                        .setVolumeCapability(RAW)
                        .build());
        DeviceWriter.fill(
                LvmFixture.node(staging), Bytes.mebi(1).count(), Bytes.mebi(1).count());
        return controller
                .createSnapshot(CreateSnapshotRequest.newBuilder()
                        .setName("s")
                        .setSourceVolumeId(volume)
                        .build())
                .getSnapshot()
                .getSnapshotId();
    }

    private static List<BlockMetadata> allocated(SocketClient client, String snapshot) {
        var answers = SnapshotMetadataGrpc.newBlockingStub(client.channel())
                .getMetadataAllocated(GetMetadataAllocatedRequest.newBuilder()
                        .setSnapshotId(snapshot)
                        .build());
        Iterable<GetMetadataAllocatedResponse> each = () -> answers;
        return StreamSupport.stream(each.spliterator(), false)
                .flatMap(answer -> answer.getBlockMetadataList().stream())
                .toList();
    }

    private static ThinPoolMetadata metadata(TestVolumeGroup group) throws IOException {
        return VolumeGroup.open(
                        new VolumeGroupName(group.name(), Optional.of(TestVolumeGroup.THIN_POOL)), Optional.empty())
                .thinPoolMetadata();
    }
}
