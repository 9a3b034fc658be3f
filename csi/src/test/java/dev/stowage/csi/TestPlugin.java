package dev.stowage.csi;

import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import io.grpc.BindableService;
import io.grpc.stub.StreamObserver;
import java.util.List;

/// A plugin that is always ready, and whose DeleteVolume does what a test sets.
final class TestPlugin {

    interface Deletion {
        void run(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> answer);
    }

    private TestPlugin() {}

    static List<BindableService> healthy() {
        return deleting((_, answer) -> succeed(answer));
    }

    static List<BindableService> deleting(Deletion deletion) {
        return List.of(
                new IdentityGrpc.IdentityImplBase() {
                    @Override
                    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> answer) {
                        answer.onNext(ProbeResponse.getDefaultInstance());
                        answer.onCompleted();
                    }
                },
                new ControllerGrpc.ControllerImplBase() {
                    @Override
                    public void deleteVolume(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> answer) {
                        deletion.run(request, answer);
                    }
                });
    }

    static void succeed(StreamObserver<DeleteVolumeResponse> answer) {
        answer.onNext(DeleteVolumeResponse.getDefaultInstance());
        answer.onCompleted();
    }
}
