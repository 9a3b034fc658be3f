package dev.stowage.testkit;

import dev.stowage.csi.v1.*;
import io.grpc.stub.StreamObserver;

/// Services that create, delete and publish volumes and declare nothing else; other calls are UNIMPLEMENTED.
final class MinimalDriver {

    private MinimalDriver() {}

    static final class Identity extends IdentityGrpc.IdentityImplBase {
        private final ReferenceIdentityService full = new ReferenceIdentityService(DriverFlaw.NONE);

        @Override
        public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> caller) {
            full.getPluginInfo(request, caller);
        }

        @Override
        public void probe(ProbeRequest request, StreamObserver<ProbeResponse> caller) {
            full.probe(request, caller);
        }

        @Override
        public void getPluginCapabilities(
                GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> caller) {
            caller.onNext(GetPluginCapabilitiesResponse.newBuilder()
                    .addCapabilities(PluginCapability.newBuilder()
                            .setService(PluginCapability.Service.newBuilder()
                                    .setType(PluginCapability.Service.Type.CONTROLLER_SERVICE)))
                    .build());
            caller.onCompleted();
        }
    }

    static final class Controller extends ControllerGrpc.ControllerImplBase {
        private final ReferenceControllerService full;

        Controller(ReferenceControllerService full) {
            this.full = full;
        }

        @Override
        public void controllerGetCapabilities(
                ControllerGetCapabilitiesRequest request, StreamObserver<ControllerGetCapabilitiesResponse> caller) {
            caller.onNext(ControllerGetCapabilitiesResponse.newBuilder()
                    .addCapabilities(ControllerServiceCapability.newBuilder()
                            .setRpc(ControllerServiceCapability.RPC
                                    .newBuilder()
                                    .setType(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME)))
                    .build());
            caller.onCompleted();
        }

        @Override
        public void createVolume(CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> caller) {
            if (request.hasVolumeContentSource()) {
                caller.onError(ReferenceResponder.invalid("this driver copies nothing"));
                return;
            }
            full.createVolume(request, new StreamObserver<>() {
                @Override
                public void onNext(CreateVolumeResponse made) {
                    caller.onNext(made.toBuilder()
                            .setVolume(made.getVolume().toBuilder().clearAccessibleTopology())
                            .build());
                }

                @Override
                public void onError(Throwable failure) {
                    caller.onError(failure);
                }

                @Override
                public void onCompleted() {
                    caller.onCompleted();
                }
            });
        }

        @Override
        public void deleteVolume(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> caller) {
            full.deleteVolume(request, caller);
        }

        @Override
        public void validateVolumeCapabilities(
                ValidateVolumeCapabilitiesRequest request, StreamObserver<ValidateVolumeCapabilitiesResponse> caller) {
            full.validateVolumeCapabilities(request, caller);
        }
    }

    static final class Node extends NodeGrpc.NodeImplBase {
        private final ReferenceNodeService full;

        Node(ReferenceState state, ReferenceNodeService full) {
            this.full = full;
            // The full driver requires staged volumes; for this one, the empty path counts as staged.
            state.stagings.put("", new ReferenceState.Staging("", VolumeCapability.getDefaultInstance()));
        }

        @Override
        public void nodeGetCapabilities(
                NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> caller) {
            caller.onNext(NodeGetCapabilitiesResponse.getDefaultInstance());
            caller.onCompleted();
        }

        @Override
        public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> caller) {
            caller.onNext(NodeGetInfoResponse.newBuilder()
                    .setNodeId(ReferenceState.NODE)
                    .build());
            caller.onCompleted();
        }

        @Override
        public void nodePublishVolume(
                NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> caller) {
            full.nodePublishVolume(request, caller);
        }

        @Override
        public void nodeUnpublishVolume(
                NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> caller) {
            full.nodeUnpublishVolume(request, caller);
        }
    }

    static final class Group extends GroupControllerGrpc.GroupControllerImplBase {}

    static final class Metadata extends SnapshotMetadataGrpc.SnapshotMetadataImplBase {}
}
