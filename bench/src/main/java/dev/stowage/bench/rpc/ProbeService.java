package dev.stowage.bench.rpc;

import com.google.protobuf.BoolValue;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import io.grpc.stub.StreamObserver;

/// The smallest service: only the transport is measured.
final class ProbeService extends IdentityGrpc.IdentityImplBase {

    @Override
    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> answer) {
        answer.onNext(ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build());
        answer.onCompleted();
    }
}
