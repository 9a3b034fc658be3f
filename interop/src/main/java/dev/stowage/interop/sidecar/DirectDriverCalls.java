package dev.stowage.interop.sidecar;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.interop.driver.DriverProcess;
import java.util.function.Function;

/// Calls the driver without the proxy, so that the transcript starts with the sidecar.
final class DirectDriverCalls {
    private DirectDriverCalls() {}

    /// @return its handle
    static String volume(DriverProcess driver, String name, long size) {
        return call(
                driver,
                stub -> stub.createVolume(CreateVolumeRequest.newBuilder()
                                .setName(name)
                                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(size))
                                .addVolumeCapabilities(VolumeCapability.newBuilder()
                                        .setMount(VolumeCapability.MountVolume.getDefaultInstance())
                                        .setAccessMode(VolumeCapability.AccessMode.newBuilder()
                                                .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER)))
                                .build())
                        .getVolume()
                        .getVolumeId());
    }

    static String volumes(DriverProcess driver) {
        return call(
                driver,
                stub -> String.valueOf(stub.listVolumes(ListVolumesRequest.getDefaultInstance())
                        .getEntriesCount()));
    }

    /// @return its handle
    static String snapshot(DriverProcess driver, String volume, String name) {
        return call(
                driver,
                stub -> stub.createSnapshot(CreateSnapshotRequest.newBuilder()
                                .setSourceVolumeId(volume)
                                .setName(name)
                                .build())
                        .getSnapshot()
                        .getSnapshotId());
    }

    private static String call(DriverProcess driver, Function<ControllerGrpc.ControllerBlockingStub, String> call) {
        try (SocketClient client = SocketClient.connect(
                new CsiEndpoint(driver.socket()), ClientOptions.defaults().withWaitForReady(true))) {
            return call.apply(ControllerGrpc.newBlockingStub(client.channel()));
        }
    }
}
