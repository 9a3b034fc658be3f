package dev.stowage.bench.harness;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.ControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeResponse;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.Volume;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A driver that accepts every call immediately and stores nothing, so only the sidecars' own time is measured.
public final class NullDriver {
    public static final String NAME = "null.bench.stowage.dev";
    private static final List<ControllerServiceCapability.RPC.Type> CAN = List.of(
            ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME,
            ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME,
            ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT,
            ControllerServiceCapability.RPC.Type.EXPAND_VOLUME);

    private NullDriver() {}

    public static SocketServer serve(Path socket) throws IOException {
        return SocketServer.start(
                new CsiEndpoint(socket), ServerOptions.defaults(), List.of(new Identity(), new Controller()));
    }

    private static <A> void answer(StreamObserver<A> to, A answer) {
        to.onNext(answer);
        to.onCompleted();
    }

    private static final class Identity extends IdentityGrpc.IdentityImplBase {
        @Override
        public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> to) {
            answer(
                    to,
                    GetPluginInfoResponse.newBuilder()
                            .setName(NAME)
                            .setVendorVersion("1")
                            .build());
        }

        @Override
        public void getPluginCapabilities(
                GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> to) {
            answer(
                    to,
                    GetPluginCapabilitiesResponse.newBuilder()
                            .addCapabilities(PluginCapability.newBuilder()
                                    .setService(PluginCapability.Service.newBuilder()
                                            .setType(PluginCapability.Service.Type.CONTROLLER_SERVICE)))
                            .addCapabilities(PluginCapability.newBuilder()
                                    .setVolumeExpansion(PluginCapability.VolumeExpansion.newBuilder()
                                            .setType(PluginCapability.VolumeExpansion.Type.ONLINE)))
                            .build());
        }

        @Override
        public void probe(ProbeRequest request, StreamObserver<ProbeResponse> to) {
            answer(to, ProbeResponse.getDefaultInstance());
        }
    }

    private static final class Controller extends ControllerGrpc.ControllerImplBase {
        @Override
        public void controllerGetCapabilities(
                ControllerGetCapabilitiesRequest request, StreamObserver<ControllerGetCapabilitiesResponse> to) {
            var all = ControllerGetCapabilitiesResponse.newBuilder();
            CAN.forEach(type -> all.addCapabilities(ControllerServiceCapability.newBuilder()
                    .setRpc(ControllerServiceCapability.RPC.newBuilder().setType(type))));
            answer(to, all.build());
        }

        @Override
        public void createVolume(CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> to) {
            answer(
                    to,
                    CreateVolumeResponse.newBuilder()
                            .setVolume(Volume.newBuilder()
                                    .setVolumeId("volume-of-" + request.getName())
                                    .setCapacityBytes(request.getCapacityRange().getRequiredBytes())
                                    .putAllVolumeContext(request.getParametersMap()))
                            .build());
        }

        @Override
        public void deleteVolume(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> to) {
            answer(to, DeleteVolumeResponse.getDefaultInstance());
        }

        @Override
        public void controllerPublishVolume(
                ControllerPublishVolumeRequest request, StreamObserver<ControllerPublishVolumeResponse> to) {
            answer(
                    to,
                    ControllerPublishVolumeResponse.newBuilder()
                            .putPublishContext("device", "/dev/null")
                            .build());
        }

        @Override
        public void controllerUnpublishVolume(
                ControllerUnpublishVolumeRequest request, StreamObserver<ControllerUnpublishVolumeResponse> to) {
            answer(to, ControllerUnpublishVolumeResponse.getDefaultInstance());
        }

        @Override
        public void createSnapshot(CreateSnapshotRequest request, StreamObserver<CreateSnapshotResponse> to) {
            var now = Timestamp.newBuilder().setSeconds(Instant.now().getEpochSecond());
            answer(
                    to,
                    CreateSnapshotResponse.newBuilder()
                            .setSnapshot(Snapshot.newBuilder()
                                    .setSnapshotId("snapshot-of-" + request.getName())
                                    .setSourceVolumeId(request.getSourceVolumeId())
                                    .setSizeBytes(1 << 30)
                                    .setCreationTime(now)
                                    .setReadyToUse(true))
                            .build());
        }

        @Override
        public void deleteSnapshot(DeleteSnapshotRequest request, StreamObserver<DeleteSnapshotResponse> to) {
            answer(to, DeleteSnapshotResponse.getDefaultInstance());
        }
    }
}
