package dev.stowage.sdk.server;

import static dev.stowage.sdk.server.DriverFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.stowage.csi.transfer.v1alpha1.AbandonReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.Format;
import dev.stowage.csi.transfer.v1alpha1.GetCapabilitiesRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import io.grpc.Status.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A volume goes from one driver to another, over their sockets.
final class TransferServiceTest extends TransferFixture {

    private Copy receiveAll(TransferClient.Sent sent) throws Throwable {
        Copy begun = to.begin(id, 2, sent.header());
        assertThat(begun.getState()).isEqualTo(Copy.State.RECEIVING);
        return to.receive(id, 2, 0, sent);
    }

    @Test
    void whatIsOfferedCanBeAskedFor() {
        var offered = from.calls.getCapabilities(GetCapabilitiesRequest.getDefaultInstance());

        assertThat(offered.getFormatsList()).containsExactly(Format.BLOCKS);
        assertThat(offered.getMaxExtentBytes()).isEqualTo(1 << 20);
    }

    @Test
    void aVolumeMovesWithItsLastDifference() throws Throwable {
        SendRequest base = snapshot("base");
        TransferClient.Sent all = from.send(base);
        assertThat(all.dataBytes()).as("zeroes are not sent").isEqualTo(ArrayVolumes.SIZE / 2);
        assertThat(receiveAll(all).getState()).isEqualTo(Copy.State.STANDBY);

        volume()[5000] = 1;
        Arrays.fill(volume(), 0, 4096, (byte) 0);
        assertThat(from.fence(id, 2).getInUse()).isFalse();
        TransferClient.Sent rest = from.send(SendRequest.newBuilder()
                .setVolumeId(id)
                .setBaseSnapshotId(base.getSnapshotId())
                .build());
        assertThat(rest.dataBytes()).isEqualTo(4096);
        to.begin(id, 2, rest.header());
        assertThat(to.receive(id, 2, 0, rest).getState()).isEqualTo(Copy.State.STANDBY);
        assertThat(to.calls.activate(activate(id, 2)).getCopy().getState()).isEqualTo(Copy.State.ACTIVE);

        assertThat(there.volumes.get(new VolumeId(id))).isEqualTo(volume());
        NodeGrpc.newBlockingStub(remote.channel()).nodeStageVolume(stage(id));
        String kept = from.calls
                .deleteCopy(DeleteCopyRequest.newBuilder()
                        .setVolumeId(id)
                        .setGeneration(2)
                        .setSnapshotName("old")
                        .build())
                .getSnapshotId();
        assertThat(here.volumes).isEmpty();
        assertThat(here.snapshots.get(new SnapshotId(kept))).isEqualTo(there.volumes.get(new VolumeId(id)));
        assertThat(failure(() -> from.copy(id)).getCode()).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void aPartIsKeptAndTheRestIsResumedAlsoAfterARestart() throws Throwable {
        SendRequest base = snapshot("base");
        TransferClient.Sent all = from.send(base);
        to.begin(id, 2, all.header());
        List<Extent> some = all.extents().subList(0, 100);
        Copy part = to.receive(Stream.concat(
                        Stream.of(TransferClient.start(id, 2, 0)), some.stream().map(TransferClient::extent))
                .toList());
        long durable = some.getLast().getOffset() + some.getLast().getData().size();
        assertThat(part.getDurableOffset()).isEqualTo(durable);
        restartReceiver();

        assertThat(to.begin(id, 2, all.header()).getDurableOffset()).isEqualTo(durable);
        TransferClient.Sent rest =
                from.send(base.toBuilder().setStartingOffset(durable).build());
        assertThat(rest.dataBytes()).isEqualTo(all.dataBytes() - 100 * 4096);
        assertThat(rest.trailer()).as("the checksum is that of the whole").isEqualTo(all.trailer());
        assertThat(to.receive(id, 2, durable, rest).getState()).isEqualTo(Copy.State.STANDBY);
        assertThat(there.received.get(new VolumeId(id))).isEqualTo(volume());
        assertThat(to.begin(id, 2, all.header()).getContent())
                .as("a repeat finds it complete")
                .isEqualTo(all.header().getContent());
    }

    @Test
    void otherBytesThanTheSendersAreRefused() throws Throwable {
        TransferClient.Sent all = from.send(snapshot("base"));
        to.begin(id, 2, all.header());
        byte[] changed = all.extents().get(7).getData().toByteArray();
        changed[11]++;
        List<Extent> extents = new ArrayList<>(all.extents());
        extents.set(
                7,
                extents.get(7).toBuilder().setData(ByteString.copyFrom(changed)).build());

        assertThat(failure(() -> to.receive(id, 2, 0, new TransferClient.Sent(all.header(), extents, all.trailer())))
                        .getDescription())
                .contains("is not what was sent");
        assertThat(failure(() -> to.calls.activate(activate(id, 2))).getCode()).isEqualTo(Code.FAILED_PRECONDITION);
        var _ = to.calls.abandonReceive(AbandonReceiveRequest.newBuilder()
                .setVolumeId(id)
                .setGeneration(2)
                .build());
        assertThat(there.received).isEmpty();
        assertThat(failure(() -> to.copy(id)).getCode()).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void anAbandonedDifferenceLeavesTheCopyBefore() throws Throwable {
        SendRequest base = snapshot("base");
        receiveAll(from.send(base));
        byte[] before = volume().clone();
        scribble(2);
        TransferClient.Sent difference = from.send(snapshot("next").toBuilder()
                .setBaseSnapshotId(base.getSnapshotId())
                .build());
        to.begin(id, 2, difference.header());
        to.receive(List.of(
                TransferClient.start(id, 2, 0),
                TransferClient.extent(difference.extents().getFirst())));

        var _ = to.calls.abandonReceive(AbandonReceiveRequest.newBuilder()
                .setVolumeId(id)
                .setGeneration(2)
                .build());
        assertThat(to.copy(id).getState()).isEqualTo(Copy.State.STANDBY);
        var _ = to.calls.activate(activate(id, 2));
        assertThat(there.volumes.get(new VolumeId(id))).isEqualTo(before);
    }

    /// Whoever undoes begins nothing again, so the copy must not need that to be deleted.
    @Test
    void aCopyWhoseCompletionFailedCanBeGivenUp() throws Throwable {
        TransferClient.Sent all = from.send(snapshot("base"));
        there.cannotComplete = true;
        assertThat(failure(() -> receiveAll(all)).getDescription()).contains("the disk fails");
        assertThat(to.copy(id).getState()).isEqualTo(Copy.State.RECEIVING);
        AbandonReceiveRequest abandon = AbandonReceiveRequest.newBuilder()
                .setVolumeId(id)
                .setGeneration(3)
                .build();
        assertThat(failure(() -> to.calls.abandonReceive(abandon)).getDescription())
                .as("why it is not abandoned")
                .contains("the disk fails");

        there.cannotComplete = false;
        var _ = to.calls.abandonReceive(abandon);
        assertThat(to.copy(id).getState()).isEqualTo(Copy.State.STANDBY);
        assertThat(to.copy(id).getGeneration()).isEqualTo(3);
        var _ = to.calls.deleteCopy(
                DeleteCopyRequest.newBuilder().setVolumeId(id).setGeneration(3).build());
        assertThat(there.received).isEmpty();
        assertThat(failure(() -> to.copy(id)).getCode()).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void aDifferenceWhoseCompletionFailedIsTheCopyAfterwards() throws Throwable {
        SendRequest base = snapshot("base");
        receiveAll(from.send(base));
        scribble(2);
        TransferClient.Sent difference = from.send(snapshot("next").toBuilder()
                .setBaseSnapshotId(base.getSnapshotId())
                .build());
        there.cannotComplete = true;
        assertThat(failure(() -> receiveAll(difference)).getDescription()).contains("the disk fails");
        there.cannotComplete = false;

        var _ = to.calls.abandonReceive(AbandonReceiveRequest.newBuilder()
                .setVolumeId(id)
                .setGeneration(2)
                .build());
        assertThat(to.copy(id).getContent()).isEqualTo(difference.header().getContent());
        assertThat(there.received.get(new VolumeId(id))).isEqualTo(volume());
        assertThat(there.incoming).isEmpty();
    }

    /// What is written until the volume is unstaged must be in the snapshot that stays of it.
    @Test
    void aVolumeInUseIsNotKeptYet() {
        var node = NodeGrpc.newBlockingStub(client.channel());
        node.nodeStageVolume(stage(id));
        from.fence(id, 2);
        var delete = DeleteCopyRequest.newBuilder()
                .setVolumeId(id)
                .setGeneration(2)
                .setSnapshotName("old")
                .build();
        assertThat(failure(() -> from.calls.deleteCopy(delete)).getCode()).isEqualTo(Code.FAILED_PRECONDITION);
        assertThat(here.snapshots).isEmpty();

        snapshot("old");
        volume()[5000] = 1;
        byte[] last = volume();
        node.nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setStagingTargetPath("/tmp/stage-of-test")
                .build());
        String kept = from.calls.deleteCopy(delete).getSnapshotId();
        assertThat(here.snapshots.get(new SnapshotId(kept)))
                .as("also beside an older snapshot of that name")
                .isEqualTo(last);
        assertThat(from.calls.deleteCopy(delete).getSnapshotId()).isEqualTo(kept);
    }

    @Test
    void aCreationThatWasCutOffIsUndoneBeforeTheVolumeComes() throws Throwable {
        there.cutOff = true;
        ControllerGrpc.ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(remote.channel());
        assertThat(failure(() -> controller.createVolume(DriverFixture.request()))
                        .getCode())
                .isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(there.volumes).as("left halfway").containsKey(new VolumeId(id));

        receiveAll(from.send(snapshot("base")));
        assertThat(there.volumes).isEmpty();
        var _ = to.calls.activate(activate(id, 2));
        restartReceiver();
        assertThat(to.copy(id).getState()).isEqualTo(Copy.State.ACTIVE);
        assertThat(there.volumes.get(new VolumeId(id))).isEqualTo(volume());
    }

    @Test
    void noSpaceLeavesNothing() {
        TransferClient.Sent all = from.send(snapshot("base"));

        assertThat(failure(() -> to.begin(
                                id,
                                2,
                                all.header().toBuilder().setSizeBytes(1L << 40).build()))
                        .getCode())
                .isEqualTo(Code.RESOURCE_EXHAUSTED);
        assertThat(failure(() -> to.copy(id)).getCode()).isEqualTo(Code.NOT_FOUND);
        assertThat(there.received).isEmpty();
    }

    @Test
    void twoStreamsForOneVolumeDoNotMix() throws Throwable {
        TransferClient.Sent all = from.send(snapshot("base"));
        to.begin(id, 2, all.header());
        try (AutoCloseable _ = to.opened(TransferClient.start(id, 2, 0))) {
            await().untilAsserted(() -> assertThat(
                            failure(() -> to.calls.activate(activate(id, 2))).getCode())
                    .isEqualTo(Code.ABORTED));
            assertThat(failure(() -> to.receive(id, 2, 0, all)).getCode()).isEqualTo(Code.ABORTED);
        }
        await().untilAsserted(() -> assertThat(
                        failure(() -> to.calls.activate(activate(id, 2))).getCode())
                .as("a client that went away holds no lock")
                .isEqualTo(Code.FAILED_PRECONDITION));
    }
}
