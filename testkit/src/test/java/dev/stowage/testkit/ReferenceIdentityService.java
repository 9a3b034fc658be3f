package dev.stowage.testkit;

import com.google.protobuf.BoolValue;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import io.grpc.stub.StreamObserver;
import java.util.List;

final class ReferenceIdentityService extends IdentityGrpc.IdentityImplBase {

    private final DriverFlaw flaw;
    private final ReferenceResponder responder;

    ReferenceIdentityService(DriverFlaw flaw) {
        this.flaw = flaw;
        this.responder = new ReferenceResponder(flaw);
    }

    @Override
    public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> caller) {
        responder.to(
                caller,
                () -> GetPluginInfoResponse.newBuilder()
                        .setName(flaw == DriverFlaw.NAME_WITH_SPACES ? "my driver" : "reference.stowage.dev")
                        .setVendorVersion("1")
                        .build());
    }

    @Override
    public void getPluginCapabilities(
            GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> caller) {
        GetPluginCapabilitiesResponse.Builder all = GetPluginCapabilitiesResponse.newBuilder()
                .addCapabilities(PluginCapability.newBuilder()
                        .setVolumeExpansion(PluginCapability.VolumeExpansion.newBuilder()
                                .setType(PluginCapability.VolumeExpansion.Type.ONLINE)));
        for (var type : List.of(
                PluginCapability.Service.Type.CONTROLLER_SERVICE,
                PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS,
                PluginCapability.Service.Type.GROUP_CONTROLLER_SERVICE,
                PluginCapability.Service.Type.SNAPSHOT_METADATA_SERVICE)) {
            all.addCapabilities(PluginCapability.newBuilder()
                    .setService(PluginCapability.Service.newBuilder().setType(type)));
        }
        responder.to(caller, all::build);
    }

    @Override
    public void probe(ProbeRequest request, StreamObserver<ProbeResponse> caller) {
        responder.to(
                caller,
                () -> ProbeResponse.newBuilder().setReady(BoolValue.of(true)).build());
    }
}
