package dev.stowage.sdk.service;

import com.google.protobuf.BoolValue;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.sdk.ReadinessProbe;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/// The CSI identity service.
final class IdentityService extends IdentityGrpc.IdentityImplBase {

    private final ServiceContext context;

    IdentityService(ServiceContext context) {
        this.context = context;
    }

    @Override
    public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> caller) {
        RpcResponder.unary(
                caller,
                () -> GetPluginInfoResponse.newBuilder()
                        .setName(context.driverInfo().name())
                        .setVendorVersion(context.driverInfo().version())
                        .putAllManifest(context.driverInfo().manifest())
                        .build());
    }

    @Override
    public void getPluginCapabilities(
            GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> caller) {
        RpcResponder.unary(
                caller,
                () -> GetPluginCapabilitiesResponse.newBuilder()
                        .addAllCapabilities(DeclaredCapabilities.ofPlugin(context))
                        .build());
    }

    @Override
    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> caller) {
        RpcResponder.unary(caller, () -> {
            Optional<ReadinessProbe> readiness = context.driverRoles().find(ReadinessProbe.class);
            return ProbeResponse.newBuilder()
                    .setReady(
                            BoolValue.of(readiness.isEmpty() || readiness.get().ready()))
                    .build();
        });
    }
}
