package dev.stowage.interop.crash;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.Endpoint;
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
import java.util.function.Function;

/// One volume from its creation to its deletion, as an orchestrator drives it. Every step may be taken again.
final class VolumeLife {

    private static final String DATA = "written before the crash";
    private static final VolumeCapability CAPABILITY = VolumeCapability.newBuilder()
            .setMount(VolumeCapability.MountVolume.getDefaultInstance())
            .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.SINGLE_NODE_WRITER))
            .build();

    private final Endpoint endpoint;
    private final Path staging;
    private final Path target;
    private final boolean stages;
    private boolean written;
    private Volume volume = Volume.getDefaultInstance();

    VolumeLife(Path socket, Path home) throws IOException {
        this.endpoint = new Endpoint(socket);
        this.staging = Files.createDirectories(home.resolve("staging"));
        this.target = home.resolve("target");
        this.stages = call(channel -> NodeGrpc.newBlockingStub(channel.channel())
                .nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance())
                .getCapabilitiesList()
                .stream()
                .anyMatch(each -> each.getRpc().getType() == NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME));
    }

    boolean stages() {
        return stages;
    }

    void take(Step step) throws IOException {
        switch (step) {
            case CREATE -> create();
            case STAGE ->
                call(channel -> NodeGrpc.newBlockingStub(channel.channel()).nodeStageVolume(stage()));
            case PUBLISH -> {
                call(channel -> NodeGrpc.newBlockingStub(channel.channel()).nodePublishVolume(publish()));
                writeOrRead();
            }
            case UNPUBLISH ->
                call(channel -> NodeGrpc.newBlockingStub(channel.channel())
                        .nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                                .setVolumeId(volume.getVolumeId())
                                .setTargetPath(target.toString())
                                .build()));
            case UNSTAGE ->
                call(channel -> NodeGrpc.newBlockingStub(channel.channel())
                        .nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                                .setVolumeId(volume.getVolumeId())
                                .setStagingTargetPath(staging.toString())
                                .build()));
            case DELETE ->
                call(channel -> ControllerGrpc.newBlockingStub(channel.channel())
                        .deleteVolume(DeleteVolumeRequest.newBuilder()
                                .setVolumeId(volume.getVolumeId())
                                .build()));
        }
    }

    /// The first time it leaves something in the volume, and every further time it has to be there.
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

    private void create() throws IOException {
        Volume created = call(channel -> ControllerGrpc.newBlockingStub(channel.channel())
                .createVolume(CreateVolumeRequest.newBuilder()
                        .setName("crash-test")
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1 << 20))
                        .addVolumeCapabilities(CAPABILITY)
                        .build())
                .getVolume());
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

    /// A connection for each call: the driver behind the socket changes from one to the next.
    private <T> T call(Function<SocketClient, T> work) {
        try (SocketClient client =
                SocketClient.connect(endpoint, ClientOptions.defaults().withDeadline(Duration.ofSeconds(10)))) {
            return work.apply(client);
        }
    }
}
