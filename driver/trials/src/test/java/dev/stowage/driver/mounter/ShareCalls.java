package dev.stowage.driver.mounter;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Calls of an orchestrator for volumes on shares.
record ShareCalls(Path socket) {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final VolumeCapability CAPABILITY = VolumeCapability.newBuilder()
            .setMount(VolumeCapability.MountVolume.getDefaultInstance())
            .setAccessMode(AccessMode.newBuilder().setMode(AccessMode.Mode.MULTI_NODE_MULTI_WRITER))
            .build();

    String create(String name, String pool) throws IOException, InterruptedException {
        try (SocketClient client = connected()) {
            return ControllerGrpc.newBlockingStub(client.channel())
                    .createVolume(CreateVolumeRequest.newBuilder()
                            .setName(name)
                            .addVolumeCapabilities(CAPABILITY)
                            .putAllParameters(Map.of("pool", pool))
                            .build())
                    .getVolume()
                    .getVolumeId();
        }
    }

    void publish(String volume, Path target) throws IOException, InterruptedException {
        try (SocketClient client = connected()) {
            var ignored = NodeGrpc.newBlockingStub(client.channel())
                    .nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                            .setVolumeId(volume)
                            .setTargetPath(target.toString())
                            .setVolumeCapability(CAPABILITY)
                            .build());
        }
    }

    void unpublish(String volume, Path target) throws IOException, InterruptedException {
        try (SocketClient client = connected()) {
            var ignored = NodeGrpc.newBlockingStub(client.channel())
                    .nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                            .setVolumeId(volume)
                            .setTargetPath(target.toString())
                            .build());
        }
    }

    private SocketClient connected() throws IOException, InterruptedException {
        SocketClient client = SocketClient.connect(
                new CsiEndpoint(socket), ClientOptions.defaults().withDeadline(SOON));
        if (!client.awaitConnected(SOON)) {
            client.close();
            throw new IOException("no connection to the driver");
        }
        return client;
    }
}
