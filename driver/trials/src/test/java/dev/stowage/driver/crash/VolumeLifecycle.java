package dev.stowage.driver.crash;

import com.google.protobuf.Message;
import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.NodeExpandVolumeRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import dev.stowage.csi.v1.VolumeHealth;
import dev.stowage.driver.process.LocalDriverProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The calls of an orchestrator, under the names used in a test. Each can be repeated.
public final class VolumeLifecycle implements AutoCloseable {

    /// The data of workloads begins with this prefix.
    static final String CONTENT = "content-";

    private static final Duration SOON = Duration.ofSeconds(90);
    private static final long MIB = 1 << 20;
    private final LocalDriverProcess driver;
    private final Path work;
    private final DriverVariant driverVariant;
    private final VolumeCapability capability;
    private final Map<String, String> ids = new HashMap<>();
    private VolumeGroupSnapshot group = VolumeGroupSnapshot.getDefaultInstance();
    private @Nullable SocketClient client;

    public VolumeLifecycle(LocalDriverProcess driver, Path work, DriverVariant driverVariant) {
        this.driver = driver;
        this.work = work;
        this.driverVariant = driverVariant;
        VolumeCapability.Builder use = VolumeCapability.newBuilder()
                .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.SINGLE_NODE_WRITER));
        this.capability = driverVariant.isRaw()
                ? use.setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
                        .build()
                : use.setMount(VolumeCapability.MountVolume.newBuilder().setFsType(driverVariant.fsType()))
                        .build();
    }

    public Message create(String volume) throws IOException, InterruptedException {
        return made(volume, creation(volume));
    }

    /// @param parameters of the storage class
    public Message create(String volume, Map<String, String> parameters) throws IOException, InterruptedException {
        return made(volume, creation(volume).putAllParameters(parameters));
    }

    public Message restore(String volume, String snapshot) throws IOException, InterruptedException {
        return made(
                volume,
                creation(volume)
                        .clearCapacityRange()
                        .setVolumeContentSource(VolumeContentSource.newBuilder()
                                .setSnapshot(VolumeContentSource.SnapshotSource.newBuilder()
                                        .setSnapshotId(id(snapshot)))));
    }

    public Message copy(String volume, String of) throws IOException, InterruptedException {
        return made(
                volume,
                creation(volume)
                        .clearCapacityRange()
                        .setVolumeContentSource(VolumeContentSource.newBuilder()
                                .setVolume(VolumeContentSource.VolumeSource.newBuilder()
                                        .setVolumeId(id(of)))));
    }

    private CreateVolumeRequest.Builder creation(String volume) {
        return CreateVolumeRequest.newBuilder()
                .setName(volume)
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(driverVariant.mebibytes() * MIB))
                .putAllParameters(driverVariant.parameters())
                .addVolumeCapabilities(capability);
    }

    private Message made(String volume, CreateVolumeRequest.Builder request) throws IOException, InterruptedException {
        var answer = controller().createVolume(request.build());
        ids.put(volume, answer.getVolume().getVolumeId());
        return answer;
    }

    public Message delete(String volume) throws IOException, InterruptedException {
        return controller()
                .deleteVolume(
                        DeleteVolumeRequest.newBuilder().setVolumeId(id(volume)).build());
    }

    public Message attach(String volume) throws IOException, InterruptedException {
        return controller()
                .controllerPublishVolume(ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId(id(volume))
                        .setNodeId("node-1")
                        .setVolumeCapability(capability)
                        .build());
    }

    public Message detach(String volume) throws IOException, InterruptedException {
        return controller()
                .controllerUnpublishVolume(ControllerUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(id(volume))
                        .setNodeId("node-1")
                        .build());
    }

    public Message stage(String volume) throws IOException, InterruptedException {
        return node().nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                .setVolumeId(id(volume))
                .setStagingTargetPath(staging(volume).toString())
                .setVolumeCapability(capability)
                .build());
    }

    public Message unstage(String volume) throws IOException, InterruptedException {
        return node().nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(id(volume))
                .setStagingTargetPath(staging(volume).toString())
                .build());
    }

    public Message publish(String volume) throws IOException, InterruptedException {
        NodePublishVolumeRequest.Builder request = NodePublishVolumeRequest.newBuilder()
                .setVolumeId(id(volume))
                .setTargetPath(target(volume).toString())
                .setVolumeCapability(capability);
        if (driverVariant.stages()) {
            request.setStagingTargetPath(staging(volume).toString());
        }
        return node().nodePublishVolume(request.build());
    }

    public Message unpublish(String volume) throws IOException, InterruptedException {
        return node().nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(id(volume))
                .setTargetPath(target(volume).toString())
                .build());
    }

    public Message snapshot(String snapshot, String of) throws IOException, InterruptedException {
        var answer = controller()
                .createSnapshot(CreateSnapshotRequest.newBuilder()
                        .setName(snapshot)
                        .setSourceVolumeId(id(of))
                        .putAllParameters(driverVariant.parameters())
                        .build());
        ids.put(snapshot, answer.getSnapshot().getSnapshotId());
        return answer;
    }

    public Message deleteSnapshot(String snapshot) throws IOException, InterruptedException {
        return controller()
                .deleteSnapshot(DeleteSnapshotRequest.newBuilder()
                        .setSnapshotId(id(snapshot))
                        .build());
    }

    public Message snapshotGroup(String name, String... of) throws IOException, InterruptedException {
        CreateVolumeGroupSnapshotRequest.Builder request = CreateVolumeGroupSnapshotRequest.newBuilder()
                .setName(name)
                .putAllParameters(driverVariant.parameters());
        for (String volume : of) {
            request.addSourceVolumeIds(id(volume));
        }
        var answer =
                GroupControllerGrpc.newBlockingStub(connected().channel()).createVolumeGroupSnapshot(request.build());
        group = answer.getGroupSnapshot();
        return answer;
    }

    public Message deleteGroup() throws IOException, InterruptedException {
        return GroupControllerGrpc.newBlockingStub(connected().channel())
                .deleteVolumeGroupSnapshot(DeleteVolumeGroupSnapshotRequest.newBuilder()
                        .setGroupSnapshotId(group.getGroupSnapshotId())
                        .addAllSnapshotIds(group.getSnapshotsList().stream()
                                .map(Snapshot::getSnapshotId)
                                .toList())
                        .build());
    }

    public Message expand(String volume, long mebibytes) throws IOException, InterruptedException {
        return controller()
                .controllerExpandVolume(ControllerExpandVolumeRequest.newBuilder()
                        .setVolumeId(id(volume))
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(mebibytes * MIB))
                        .setVolumeCapability(capability)
                        .build());
    }

    public Message expandOnNode(String volume, long mebibytes) throws IOException, InterruptedException {
        return node().nodeExpandVolume(NodeExpandVolumeRequest.newBuilder()
                .setVolumeId(id(volume))
                .setVolumePath(target(volume).toString())
                .setStagingTargetPath(staging(volume).toString())
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(mebibytes * MIB))
                .setVolumeCapability(capability)
                .build());
    }

    public Message modify(String volume, String label) throws IOException, InterruptedException {
        return controller()
                .controllerModifyVolume(ControllerModifyVolumeRequest.newBuilder()
                        .setVolumeId(id(volume))
                        .putMutableParameters("label.crash", label)
                        .build());
    }

    /// What the driver says about the volume at its target path.
    public List<VolumeHealth.VolumeHealthEntry> health(String volume) throws IOException, InterruptedException {
        return node().nodeGetVolumeHealth(NodeGetVolumeHealthRequest.newBuilder()
                        .setVolumeId(id(volume))
                        .setVolumePublishPath(target(volume).toString())
                        .setStagingTargetPath(staging(volume).toString())
                        .build())
                .getVolumeHealth()
                .getHealthStatusesList();
    }

    public Path target(String volume) {
        return work.resolve(volume + "-target");
    }

    private Path staging(String volume) {
        return work.resolve(volume + "-staging");
    }

    private String id(String name) {
        String known = ids.get(name);
        if (known == null) {
            throw new IllegalStateException("nothing is called " + name);
        }
        return known;
    }

    private NodeGrpc.NodeBlockingStub node() throws IOException, InterruptedException {
        return NodeGrpc.newBlockingStub(connected().channel());
    }

    private ControllerGrpc.ControllerBlockingStub controller() throws IOException, InterruptedException {
        return ControllerGrpc.newBlockingStub(connected().channel());
    }

    private SocketClient connected() throws IOException, InterruptedException {
        SocketClient open = client;
        if (open == null) {
            open = SocketClient.connect(
                    new CsiEndpoint(driver.socket()), ClientOptions.defaults().withDeadline(SOON));
            client = open;
        }
        if (!open.awaitConnected(SOON)) {
            throw new IOException("no connection to the driver");
        }
        return open;
    }

    @Override
    public void close() {
        disconnect();
    }

    /// Must be called when the driver behind the socket was restarted.
    public void disconnect() {
        SocketClient open = client;
        client = null;
        if (open != null) {
            open.close();
        }
    }
}
