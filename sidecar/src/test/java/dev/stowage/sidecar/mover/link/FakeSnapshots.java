package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.csi.v1.Snapshot;
import io.grpc.stub.StreamObserver;

/// Takes every snapshot.
final class FakeSnapshots extends ControllerGrpc.ControllerImplBase {

    @Override
    public void createSnapshot(CreateSnapshotRequest request, StreamObserver<CreateSnapshotResponse> caller) {
        caller.onNext(CreateSnapshotResponse.newBuilder()
                .setSnapshot(Snapshot.newBuilder().setSnapshotId("id-of-" + request.getName()))
                .build());
        caller.onCompleted();
    }

    @Override
    public void deleteSnapshot(DeleteSnapshotRequest request, StreamObserver<DeleteSnapshotResponse> caller) {
        caller.onNext(DeleteSnapshotResponse.getDefaultInstance());
        caller.onCompleted();
    }
}
