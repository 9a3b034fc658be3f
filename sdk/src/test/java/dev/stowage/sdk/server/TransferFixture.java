package dev.stowage.sdk.server;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.sdk.VolumeId;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Two drivers on their sockets, and a volume of the first.
abstract class TransferFixture {

    @TempDir
    private Path scratch;

    final ArrayVolumes here = new ArrayVolumes();
    final ArrayVolumes there = new ArrayVolumes();
    private SocketServer sender;
    private SocketServer receiver;
    SocketClient client;
    SocketClient remote;
    TransferClient from;
    TransferClient to;
    String id = "";

    @BeforeEach
    void start() throws Exception {
        sender = serve("here", here);
        receiver = serve("there", there);
        client = SocketClient.connect(endpoint("here"), ClientOptions.defaults());
        connectReceiver();
        from = new TransferClient(client);
        id = ControllerGrpc.newBlockingStub(client.channel())
                .createVolume(DriverFixture.request())
                .getVolume()
                .getVolumeId();
        scribble(1);
    }

    @AfterEach
    void stop() {
        client.close();
        remote.close();
        sender.close();
        receiver.close();
    }

    /// Another process with the same records.
    final void restartReceiver() throws Exception {
        remote.close();
        receiver.close();
        receiver = serve("there", there);
        connectReceiver();
    }

    private void connectReceiver() {
        remote =
                SocketClient.connect(endpoint("there"), ClientOptions.defaults().withWaitForReady(true));
        to = new TransferClient(remote);
    }

    private CsiEndpoint endpoint(String name) {
        return new CsiEndpoint(scratch.resolve(name + ".sock"));
    }

    private SocketServer serve(String name, ArrayVolumes driver) throws Exception {
        return Driver.named("test.example.com")
                .records(scratch.resolve(name))
                .part(driver)
                .start(endpoint(name), ServerOptions.defaults());
    }

    final byte[] volume() {
        return requireNonNull(here.volumes.get(new VolumeId(id)));
    }

    /// Random data in half of the blocks.
    final void scribble(int seed) {
        byte[] volume = volume();
        Random random = new Random(seed);
        byte[] block = new byte[4096];
        for (int at = 0; at < volume.length; at += 8192) {
            random.nextBytes(block);
            System.arraycopy(block, 0, volume, at, block.length);
        }
    }

    final SendRequest snapshot(String name) {
        String snapshot = ControllerGrpc.newBlockingStub(client.channel())
                .createSnapshot(CreateSnapshotRequest.newBuilder()
                        .setName(name)
                        .setSourceVolumeId(id)
                        .build())
                .getSnapshot()
                .getSnapshotId();
        return SendRequest.newBuilder().setSnapshotId(snapshot).build();
    }

    static NodeStageVolumeRequest stage(String volume) {
        var request =
                NodeStageVolumeRequest.newBuilder().setVolumeId(volume).setStagingTargetPath("/tmp/stage-of-test");
        request.getVolumeCapabilityBuilder().getMountBuilder();
        request.getVolumeCapabilityBuilder().getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        return request.build();
    }

    static ActivateRequest activate(String volume, long generation) {
        return ActivateRequest.newBuilder()
                .setVolumeId(volume)
                .setGeneration(generation)
                .build();
    }
}
