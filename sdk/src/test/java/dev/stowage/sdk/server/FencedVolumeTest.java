package dev.stowage.sdk.server;

import static dev.stowage.sdk.server.DriverFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import io.grpc.Status.Code;
import org.junit.jupiter.api.Test;

/// A volume with several copies is used on one node at most.
final class FencedVolumeTest extends TransferFixture {

    @Test
    void aFencedVolumeIsNotStagedUntilTheFenceEnds() {
        NodeGrpc.NodeBlockingStub node = NodeGrpc.newBlockingStub(client.channel());
        node.nodeStageVolume(stage(id));
        assertThat(from.fence(id, 2).getInUse()).isTrue();
        assertThat(failure(() -> from.send(
                                SendRequest.newBuilder().setVolumeId(id).build()))
                        .getDescription())
                .contains("still in use");
        node.nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setStagingTargetPath("/tmp/stage-of-test")
                .build());

        assertThat(failure(() -> node.nodeStageVolume(stage(id))).getDescription())
                .isEqualTo("volume %s is moving to node-2".formatted(id));
        assertThat(failure(() -> ControllerGrpc.newBlockingStub(client.channel())
                                .deleteVolume(DeleteVolumeRequest.newBuilder()
                                        .setVolumeId(id)
                                        .build()))
                        .getCode())
                .isEqualTo(Code.FAILED_PRECONDITION);
        assertThat(failure(() -> from.calls.activate(activate(id, 2))).getCode())
                .isEqualTo(Code.FAILED_PRECONDITION);
        assertThat(from.calls.activate(activate(id, 3)).getCopy().getState()).isEqualTo(Copy.State.ACTIVE);
        node.nodeStageVolume(stage(id));
    }

    @Test
    void anOlderCopyThanTheOrchestratorMeansIsNotStaged() {
        NodeGrpc.NodeBlockingStub node = NodeGrpc.newBlockingStub(client.channel());
        var wanted = stage(id).toBuilder().putVolumeContext("transfer.stowage.dev/generation", "4");

        assertThat(failure(() -> node.nodeStageVolume(wanted.build())).getDescription())
                .contains("has generation 4, but the copy on this node has 0");
        var _ = from.calls.activate(activate(id, 5));
        node.nodeStageVolume(wanted.build());
    }

    @Test
    void aCopyThatIsNotActiveIsNoVolume() throws Throwable {
        TransferClient.Sent all = from.send(snapshot("base"));
        to.begin(id, 2, all.header());
        NodeGrpc.NodeBlockingStub node = NodeGrpc.newBlockingStub(remote.channel());
        ControllerGrpc.ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(remote.channel());

        assertThat(failure(() -> node.nodeStageVolume(stage(id))).getDescription())
                .contains("is being received");
        assertThat(failure(() -> controller.createVolume(DriverFixture.request()))
                        .getCode())
                .isEqualTo(Code.ALREADY_EXISTS);
        to.receive(id, 2, 0, all);
        assertThat(failure(() -> node.nodeStageVolume(stage(id))).getDescription())
                .contains("is not active");
        assertThat(failure(() -> controller.deleteVolume(
                                DeleteVolumeRequest.newBuilder().setVolumeId(id).build()))
                        .getCode())
                .isEqualTo(Code.FAILED_PRECONDITION);
        var _ = to.calls.activate(activate(id, 2));
        node.nodeStageVolume(stage(id));
    }
}
