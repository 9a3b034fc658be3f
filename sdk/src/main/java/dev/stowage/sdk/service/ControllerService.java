package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.ControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.ControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.ControllerGetVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerGetVolumeHealthResponse;
import dev.stowage.csi.v1.ControllerGetVolumeRequest;
import dev.stowage.csi.v1.ControllerGetVolumeResponse;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerListVolumeHealthRequest;
import dev.stowage.csi.v1.ControllerListVolumeHealthResponse;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.ControllerModifyVolumeResponse;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
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
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotResponse;
import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesRequest;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.grpc.stub.StreamObserver;

/// The controller's side of the wire: each call goes to the record that knows its subject.
final class ControllerService extends ControllerGrpc.ControllerImplBase {

    private final Base base;
    private final VolumeCalls volumes;
    private final AttachCalls attach;
    private final SnapshotCalls snapshots;
    private final QueryCalls queries;
    private final HealthCalls health;

    ControllerService(Base base) {
        this.base = base;
        this.volumes = new VolumeCalls(base);
        this.attach = new AttachCalls(base);
        this.snapshots = new SnapshotCalls(base);
        this.queries = new QueryCalls(base);
        this.health = new HealthCalls(base);
    }

    @Override
    public void controllerGetCapabilities(
            ControllerGetCapabilitiesRequest request, StreamObserver<ControllerGetCapabilitiesResponse> caller) {
        Answer.unary(caller, () -> {
            var answer = ControllerGetCapabilitiesResponse.newBuilder();
            Capabilities.ofController(base)
                    .forEach(type ->
                            answer.addCapabilitiesBuilder().getRpcBuilder().setType(type));
            return answer.build();
        });
    }

    @Override
    public void createVolume(CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> caller) {
        Answer.unary(caller, () -> volumes.create(request));
    }

    @Override
    public void deleteVolume(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> caller) {
        Answer.unary(caller, () -> volumes.delete(request));
    }

    @Override
    public void controllerExpandVolume(
            ControllerExpandVolumeRequest request, StreamObserver<ControllerExpandVolumeResponse> caller) {
        Answer.unary(caller, () -> volumes.expand(request));
    }

    @Override
    public void controllerModifyVolume(
            ControllerModifyVolumeRequest request, StreamObserver<ControllerModifyVolumeResponse> caller) {
        Answer.unary(caller, () -> volumes.modify(request));
    }

    @Override
    public void controllerPublishVolume(
            ControllerPublishVolumeRequest request, StreamObserver<ControllerPublishVolumeResponse> caller) {
        Answer.unary(caller, () -> attach.attach(request));
    }

    @Override
    public void controllerUnpublishVolume(
            ControllerUnpublishVolumeRequest request, StreamObserver<ControllerUnpublishVolumeResponse> caller) {
        Answer.unary(caller, () -> attach.detach(request));
    }

    @Override
    public void createSnapshot(CreateSnapshotRequest request, StreamObserver<CreateSnapshotResponse> caller) {
        Answer.unary(caller, () -> snapshots.create(request));
    }

    @Override
    public void deleteSnapshot(DeleteSnapshotRequest request, StreamObserver<DeleteSnapshotResponse> caller) {
        Answer.unary(caller, () -> snapshots.delete(request));
    }

    @Override
    public void listSnapshots(ListSnapshotsRequest request, StreamObserver<ListSnapshotsResponse> caller) {
        Answer.unary(caller, () -> snapshots.list(request));
    }

    @Override
    public void getSnapshot(GetSnapshotRequest request, StreamObserver<GetSnapshotResponse> caller) {
        Answer.unary(caller, () -> snapshots.get(request));
    }

    @Override
    public void listVolumes(ListVolumesRequest request, StreamObserver<ListVolumesResponse> caller) {
        Answer.unary(caller, () -> queries.list(request));
    }

    @Override
    public void controllerGetVolume(
            ControllerGetVolumeRequest request, StreamObserver<ControllerGetVolumeResponse> caller) {
        Answer.unary(caller, () -> queries.get(request));
    }

    @Override
    public void validateVolumeCapabilities(
            ValidateVolumeCapabilitiesRequest request, StreamObserver<ValidateVolumeCapabilitiesResponse> caller) {
        Answer.unary(caller, () -> queries.validate(request));
    }

    @Override
    public void getCapacity(GetCapacityRequest request, StreamObserver<GetCapacityResponse> caller) {
        Answer.unary(caller, () -> queries.capacity(request));
    }

    @Override
    public void controllerGetVolumeHealth(
            ControllerGetVolumeHealthRequest request, StreamObserver<ControllerGetVolumeHealthResponse> caller) {
        Answer.unary(caller, () -> health.get(request));
    }

    @Override
    public void controllerListVolumeHealth(
            ControllerListVolumeHealthRequest request, StreamObserver<ControllerListVolumeHealthResponse> caller) {
        Answer.unary(caller, () -> health.list(request));
    }
}
