package dev.stowage.sdk.service;

import com.google.protobuf.BoolValue;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.sdk.Readiness;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/// Who the driver is and whether it is ready.
final class IdentityService extends IdentityGrpc.IdentityImplBase {

    private final Base base;

    IdentityService(Base base) {
        this.base = base;
    }

    @Override
    public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> caller) {
        Answer.unary(
                caller,
                () -> GetPluginInfoResponse.newBuilder()
                        .setName(base.about().name())
                        .setVendorVersion(base.about().version())
                        .putAllManifest(base.about().manifest())
                        .build());
    }

    @Override
    public void getPluginCapabilities(
            GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> caller) {
        Answer.unary(
                caller,
                () -> GetPluginCapabilitiesResponse.newBuilder()
                        .addAllCapabilities(Capabilities.ofPlugin(base))
                        .build());
    }

    @Override
    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> caller) {
        Answer.unary(caller, () -> {
            Optional<Readiness> readiness = base.roles().find(Readiness.class);
            return ProbeResponse.newBuilder()
                    .setReady(
                            BoolValue.of(readiness.isEmpty() || readiness.get().ready()))
                    .build();
        });
    }
}
