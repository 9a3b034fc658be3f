package dev.stowage.interop.driver;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One volume from creation to deletion, as an orchestrator drives it. Every step can be repeated.
final class VolumeLifecycle implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String DATA = "written before the crash";
    private static final VolumeCapability CAPABILITY = VolumeCapability.newBuilder()
            .setMount(VolumeCapability.MountVolume.getDefaultInstance())
            .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.SINGLE_NODE_WRITER))
            .build();

    private final CsiEndpoint endpoint;
    private final Path staging;
    private final Path target;
    private boolean stages;
    private @Nullable SocketClient client;
    private boolean written;
    private Volume volume = Volume.getDefaultInstance();

    VolumeLifecycle(Path socket, Path home) throws IOException {
        this.endpoint = new CsiEndpoint(socket);
        this.staging = Files.createDirectories(home.resolve("staging"));
        this.target = home.resolve("target");
    }

    /// Sends the initial queries of an orchestrator.
    VolumeLifecycle begin() throws IOException, InterruptedException {
        stages =
                node()
                        .nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance())
                        .getCapabilitiesList()
                        .stream()
                        .anyMatch(
                                each -> each.getRpc().getType() == NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
        return this;
    }

    boolean stages() {
        return stages;
    }

    void execute(LifecycleOperation lifecycleOperation) throws IOException, InterruptedException {
        switch (lifecycleOperation) {
            case CREATE -> create();
            case STAGE -> node().nodeStageVolume(stage());
            case PUBLISH -> {
                node().nodePublishVolume(publish());
                writeOrRead();
            }
            case UNPUBLISH ->
                node().nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .setTargetPath(target.toString())
                        .build());
            case UNSTAGE ->
                node().nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                        .setVolumeId(volume.getVolumeId())
                        .setStagingTargetPath(staging.toString())
                        .build());
            case DELETE ->
                controller()
                        .deleteVolume(DeleteVolumeRequest.newBuilder()
                                .setVolumeId(volume.getVolumeId())
                                .build());
        }
    }

    /// The first time it writes data into the volume, and afterwards it checks that data.
    private void writeOrRead() throws IOException {
        Path file = target.resolve("kept");
        if (!written) {
            Files.writeString(file, DATA);
            written = true;
        }
        String found = Files.readString(file);
        if (!found.equals(DATA)) {
            throw new IOException("the volume holds \"" + found + "\" instead of what was written to it");
        }
    }

    private void create() throws IOException, InterruptedException {
        Volume created = controller()
                .createVolume(CreateVolumeRequest.newBuilder()
                        .setName("crash-test")
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1 << 20))
                        .addVolumeCapabilities(CAPABILITY)
                        .build())
                .getVolume();
        if (!volume.getVolumeId().isEmpty() && !volume.getVolumeId().equals(created.getVolumeId())) {
            throw new IOException("the same CreateVolume made a second volume: " + volume.getVolumeId() + ", then "
                    + created.getVolumeId());
        }
        volume = created;
    }

    private NodeStageVolumeRequest stage() {
        return NodeStageVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setStagingTargetPath(staging.toString())
                .setVolumeCapability(CAPABILITY)
                .putAllVolumeContext(volume.getVolumeContextMap())
                .build();
    }

    private NodePublishVolumeRequest publish() {
        NodePublishVolumeRequest.Builder request = NodePublishVolumeRequest.newBuilder()
                .setVolumeId(volume.getVolumeId())
                .setTargetPath(target.toString())
                .setVolumeCapability(CAPABILITY)
                .putAllVolumeContext(volume.getVolumeContextMap());
        return (stages ? request.setStagingTargetPath(staging.toString()) : request).build();
    }

    private NodeGrpc.NodeBlockingStub node() throws IOException, InterruptedException {
        return NodeGrpc.newBlockingStub(connected().channel());
    }

    private ControllerGrpc.ControllerBlockingStub controller() throws IOException, InterruptedException {
        return ControllerGrpc.newBlockingStub(connected().channel());
    }

    /// Connects if necessary, and returns when the connection is up: what follows is only the call.
    SocketClient connected() throws IOException, InterruptedException {
        SocketClient open = client;
        if (open == null) {
            open = SocketClient.connect(endpoint, ClientOptions.defaults());
            client = open;
            // Only here: a call whose driver was killed before must fail, not wait for the next driver.
            if (!open.awaitConnected(SOON)) {
                throw new IOException("no connection to " + endpoint + " within " + SOON.toSeconds() + " s");
            }
        }
        return open;
    }

    /// Must be called when the driver behind the socket was restarted.
    @Override
    public void close() {
        SocketClient open = client;
        client = null;
        if (open != null) {
            open.close();
        }
    }
}
