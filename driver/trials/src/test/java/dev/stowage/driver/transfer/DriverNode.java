package dev.stowage.driver.transfer;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A driver process with a pool of its own, and what orchestrators do with it.
final class DriverNode implements AutoCloseable {

    static final int SIZE = 96 << 20;

    final LocalDriverProcess process;
    final TransferGrpc.TransferBlockingStub transfer;
    final TransferGrpc.TransferStub streams;
    private final Path home;
    private final boolean stages;
    private final SocketClient client;
    private final ControllerGrpc.ControllerBlockingStub controller;
    private final NodeGrpc.NodeBlockingStub node;

    private DriverNode(Path home, List<String> flags) throws IOException {
        this.home = home;
        this.stages = !flags.contains("--backend=btrfs") && !flags.contains("--backend=directory");
        this.process = LocalDriverProcess.start(home, flags);
        this.client = SocketClient.connect(
                new CsiEndpoint(process.socket()),
                ClientOptions.defaults().withWaitForReady(true).withDeadline(Duration.ofSeconds(90)));
        this.transfer = TransferGrpc.newBlockingStub(client.channel());
        this.streams = TransferGrpc.newStub(client.channel());
        this.controller = ControllerGrpc.newBlockingStub(client.channel());
        this.node = NodeGrpc.newBlockingStub(client.channel());
    }

    static DriverNode start(ScratchDirectory scratch, String name) throws IOException {
        return start(scratch, name, "--pool-size=1Gi");
    }

    static DriverNode start(ScratchDirectory scratch, String name, String... flags) throws IOException {
        return new DriverNode(scratch.directory(name), List.of(flags));
    }

    static VolumeCapability raw() {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder();
        capability.getBlockBuilder();
        capability.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        return capability.build();
    }

    static VolumeCapability mounted() {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder();
        capability.getMountBuilder();
        capability.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        return capability.build();
    }

    String volume(String name, VolumeCapability capability) {
        var request = CreateVolumeRequest.newBuilder().setName(name).addVolumeCapabilities(capability);
        request.getCapacityRangeBuilder().setRequiredBytes(SIZE);
        return controller.createVolume(request.build()).getVolume().getVolumeId();
    }

    void delete(String volume) {
        var _ = controller.deleteVolume(
                DeleteVolumeRequest.newBuilder().setVolumeId(volume).build());
    }

    String snapshot(String name, String volume) {
        return controller
                .createSnapshot(CreateSnapshotRequest.newBuilder()
                        .setName(name)
                        .setSourceVolumeId(volume)
                        .build())
                .getSnapshot()
                .getSnapshotId();
    }

    /// Restores a snapshot into a volume.
    String restored(String name, String snapshot, VolumeCapability capability) {
        var request = CreateVolumeRequest.newBuilder().setName(name).addVolumeCapabilities(capability);
        request.getVolumeContentSourceBuilder().getSnapshotBuilder().setSnapshotId(snapshot);
        return controller.createVolume(request.build()).getVolume().getVolumeId();
    }

    void stage(String volume, VolumeCapability capability) {
        var _ = node.nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                .setVolumeId(volume)
                .setStagingTargetPath(staging().toString())
                .setVolumeCapability(capability)
                .build());
    }

    /// A use of a volume.
    @FunctionalInterface
    interface Use {
        void of(Path target) throws Exception;
    }

    void use(String volume, VolumeCapability capability, Use use) throws Exception {
        Path target = home.resolve("target");
        if (stages) {
            stage(volume, capability);
        }
        var _ = node.nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                .setVolumeId(volume)
                .setStagingTargetPath(stages ? staging().toString() : "")
                .setTargetPath(target.toString())
                .setVolumeCapability(capability)
                .build());
        use.of(target);
        var _ = node.nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume)
                .setTargetPath(target.toString())
                .build());
        if (stages) {
            unstage(volume);
        }
    }

    void unstage(String volume) {
        var _ = node.nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(volume)
                .setStagingTargetPath(staging().toString())
                .build());
    }

    private Path staging() {
        try {
            return Files.createDirectories(home.resolve("staging"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    Copy begin(String volume, long generation, Header header) {
        return transfer.beginReceive(BeginReceiveRequest.newBuilder()
                        .setVolumeId(volume)
                        .setGeneration(generation)
                        .setHeader(header)
                        .build())
                .getCopy();
    }

    Copy fence(String volume, long generation) {
        return transfer.fence(FenceRequest.newBuilder()
                        .setVolumeId(volume)
                        .setGeneration(generation)
                        .setDestination("node-2")
                        .build())
                .getCopy();
    }

    Copy activate(String volume, long generation) {
        return transfer.activate(ActivateRequest.newBuilder()
                        .setVolumeId(volume)
                        .setGeneration(generation)
                        .build())
                .getCopy();
    }

    /// Names in a directory of the pool.
    List<String> inPool(String directory) throws IOException {
        try (var names =
                Files.find(process.data(), 9, (path, _) -> path.toString().contains("/" + directory + "/volumes/"))) {
            return names.map(path -> path.getFileName().toString()).toList();
        }
    }

    @Override
    public void close() {
        client.close();
        process.close();
    }
}
