package dev.stowage.sdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.linux.mount.FakeMounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls as csi-sanity makes them when it has no options: without parameters, in the topology of the node.
final class OptionalFieldsTest {

    private static final Map<String, String> HERE = Map.of("everything.example.com/node", "node-1");
    private static final Topology NODE =
            Topology.newBuilder().putAllSegments(HERE).build();
    private static final Topology ELSEWHERE = Topology.newBuilder()
            .putSegments("everything.example.com/node", "node-2")
            .build();

    @TempDir
    private Path scratch;

    private AutoCloseable open = () -> {};

    @AfterEach
    void close() throws Exception {
        open.close();
    }

    private ControllerBlockingStub start() throws IOException {
        CsiEndpoint endpoint = new CsiEndpoint(scratch.resolve("csi.sock"));
        Path data = scratch.resolve("data");
        LinkAttachments attachments = new LinkAttachments(data);
        SocketServer server = Driver.named("everything.example.com")
                .node("node-1")
                .topology(new dev.stowage.sdk.Topology(HERE))
                .records(scratch.resolve("records"))
                .part(attachments)
                .part(new AllRolesDriver(data, attachments, new FakeMounts()))
                .start(endpoint, ServerOptions.defaults());
        SocketClient client = SocketClient.connect(endpoint, ClientOptions.defaults());
        open = () -> {
            client.close();
            server.close();
        };
        return ControllerGrpc.newBlockingStub(client.channel());
    }

    private static String volume(ControllerBlockingStub controller) {
        var request = CreateVolumeRequest.newBuilder().setName("pvc-1");
        request.addVolumeCapabilitiesBuilder().getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        request.getVolumeCapabilitiesBuilder(0).getMountBuilder();
        return controller.createVolume(request.build()).getVolume().getVolumeId();
    }

    private static Snapshot snapshot(ControllerBlockingStub controller, Topology... requisite) {
        var request = CreateSnapshotRequest.newBuilder().setName("snap-1").setSourceVolumeId(volume(controller));
        for (Topology place : requisite) {
            request.setAccessibilityRequirements(TopologyRequirement.newBuilder(request.getAccessibilityRequirements())
                    .addRequisite(place)
                    .addPreferred(place));
        }
        return controller.createSnapshot(request.build()).getSnapshot();
    }

    @Test
    void modifyingNothingSucceedsAndChangesNothing() throws Exception {
        ControllerBlockingStub controller = start();
        String id = volume(controller);
        FileTime before =
                Files.getLastModifiedTime(scratch.resolve("data/volumes").resolve(id));
        controller.controllerModifyVolume(
                ControllerModifyVolumeRequest.newBuilder().setVolumeId(id).build());
        assertThat(Files.getLastModifiedTime(scratch.resolve("data/volumes").resolve(id)))
                .isEqualTo(before);
    }

    @Test
    void modifyingNothingOfAVolumeThatDoesNotExistIsNotFound() throws Exception {
        ControllerBlockingStub controller = start();
        assertThatThrownBy(() -> controller.controllerModifyVolume(ControllerModifyVolumeRequest.newBuilder()
                        .setVolumeId("non-existing-volume-id")
                        .build()))
                .hasMessageStartingWith("NOT_FOUND");
        assertThatThrownBy(() -> controller.controllerModifyVolume(ControllerModifyVolumeRequest.getDefaultInstance()))
                .hasMessageStartingWith("INVALID_ARGUMENT");
    }

    @Test
    void aParameterThatTheDriverDoesNotKnowIsRefused() throws Exception {
        ControllerBlockingStub controller = start();
        String id = volume(controller);
        assertThatThrownBy(() -> controller.controllerModifyVolume(ControllerModifyVolumeRequest.newBuilder()
                        .setVolumeId(id)
                        .putMutableParameters("iops", "100")
                        .build()))
                .hasMessageStartingWith("INVALID_ARGUMENT");
    }

    @Test
    void aSnapshotReportsItsTopologyUnlessTheCallerAskedForThatOneAlone() throws Exception {
        ControllerBlockingStub controller = start();
        Snapshot asked = snapshot(controller, NODE);
        assertThat(asked.getAccessibleTopologyList()).isEmpty();
        assertThat(snapshot(controller, NODE, ELSEWHERE).getAccessibleTopologyList())
                .containsExactly(NODE);
        assertThat(snapshot(controller).getAccessibleTopologyList()).containsExactly(NODE);
        assertThat(controller
                        .getSnapshot(GetSnapshotRequest.newBuilder()
                                .setSnapshotId(asked.getSnapshotId())
                                .build())
                        .getSnapshot()
                        .getAccessibleTopologyList())
                .containsExactly(NODE);
    }
}
