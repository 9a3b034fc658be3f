package dev.stowage.driver.iolimit;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.csi.v1.VolumeHealth.VolumeHealthEntry;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A volume with one target path, and the calls of an orchestrator. Each call has a connection of its own, so that the
/// driver can be restarted between two.
final class LimitedVolume {
    private static final VolumeCapability CAPABILITY = VolumeCapability.newBuilder()
            .setMount(VolumeCapability.MountVolume.newBuilder().setFsType("ext4"))
            .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(Mode.SINGLE_NODE_WRITER))
            .build();

    private final LocalDriverProcess driver;
    private final Path staging;
    private final Path target;
    private final String id;

    private LimitedVolume(LocalDriverProcess driver, ScratchDirectory scratch, String id) throws IOException {
        this.driver = driver;
        this.staging = scratch.directory("staging");
        this.target = scratch.path().resolve("target");
        this.id = id;
    }

    /// Creates and stages it.
    ///
    /// @param parameters of the storage class
    static LimitedVolume create(LocalDriverProcess driver, ScratchDirectory scratch, Map<String, String> parameters)
            throws IOException {
        CreateVolumeRequest.Builder request = CreateVolumeRequest.newBuilder()
                .setName("db")
                .addVolumeCapabilities(CAPABILITY)
                .putAllParameters(parameters);
        request.getCapacityRangeBuilder().setRequiredBytes(64 << 20);
        try (SocketClient client = connect(driver)) {
            String id = ControllerGrpc.newBlockingStub(client.channel())
                    .createVolume(request.build())
                    .getVolume()
                    .getVolumeId();
            LimitedVolume volume = new LimitedVolume(driver, scratch, id);
            var _ = NodeGrpc.newBlockingStub(client.channel())
                    .nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                            .setVolumeId(id)
                            .setStagingTargetPath(volume.staging.toString())
                            .setVolumeCapability(CAPABILITY)
                            .build());
            return volume;
        }
    }

    private static SocketClient connect(LocalDriverProcess driver) {
        return SocketClient.connect(
                new CsiEndpoint(driver.socket()),
                ClientOptions.defaults().withWaitForReady(true).withDeadline(Duration.ofSeconds(90)));
    }

    Path target() {
        return target;
    }

    /// The number of its device, as the mount table shows it.
    String device() throws IOException {
        Path node = Path.of(Mounts.system().at(target).orElseThrow().source()).toRealPath();
        return Files.readString(Path.of("/sys/class/block", node.getFileName().toString(), "dev"))
                .strip();
    }

    void publish(Map<String, String> context) {
        try (SocketClient client = connect(driver)) {
            var _ = NodeGrpc.newBlockingStub(client.channel())
                    .nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                            .setVolumeId(id)
                            .setStagingTargetPath(staging.toString())
                            .setTargetPath(target.toString())
                            .setVolumeCapability(CAPABILITY)
                            .putAllVolumeContext(context)
                            .build());
        }
    }

    void unpublish() {
        try (SocketClient client = connect(driver)) {
            var _ = NodeGrpc.newBlockingStub(client.channel())
                    .nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                            .setVolumeId(id)
                            .setTargetPath(target.toString())
                            .build());
        }
    }

    void modify(Map<String, String> parameters) {
        try (SocketClient client = connect(driver)) {
            var _ = ControllerGrpc.newBlockingStub(client.channel())
                    .controllerModifyVolume(ControllerModifyVolumeRequest.newBuilder()
                            .setVolumeId(id)
                            .putAllMutableParameters(parameters)
                            .build());
        }
    }

    /// The reasons of what is wrong with it.
    List<String> health() {
        try (SocketClient client = connect(driver)) {
            return NodeGrpc.newBlockingStub(client.channel())
                    .nodeGetVolumeHealth(NodeGetVolumeHealthRequest.newBuilder()
                            .setVolumeId(id)
                            .setVolumePublishPath(target.toString())
                            .setStagingTargetPath(staging.toString())
                            .build())
                    .getVolumeHealth()
                    .getHealthStatusesList()
                    .stream()
                    .map(VolumeHealthEntry::getReason)
                    .toList();
        }
    }
}
