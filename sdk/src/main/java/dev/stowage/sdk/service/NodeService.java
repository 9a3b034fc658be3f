package dev.stowage.sdk.service;

import dev.stowage.csi.v1.NodeExpandVolumeRequest;
import dev.stowage.csi.v1.NodeExpandVolumeResponse;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesResponse;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.NodeGetStorageHealthRequest;
import dev.stowage.csi.v1.NodeGetStorageHealthResponse;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthResponse;
import dev.stowage.csi.v1.NodeGetVolumeStatsRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeResponse;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeResponse;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeResponse;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeResponse;
import dev.stowage.sdk.Topology;
import io.grpc.stub.StreamObserver;

/// The CSI node service: each call is delegated to the class for its subject.
final class NodeService extends NodeGrpc.NodeImplBase {

    private final ServiceContext context;
    private final NodePublishCalls placing;
    private final NodeVolumeCalls watching;

    NodeService(ServiceContext context) {
        this.context = context;
        this.placing = new NodePublishCalls(context);
        this.watching = new NodeVolumeCalls(context);
    }

    @Override
    public void nodeGetCapabilities(
            NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> caller) {
        RpcResponder.unary(caller, () -> {
            var answer = NodeGetCapabilitiesResponse.newBuilder();
            DeclaredCapabilities.ofNode(context)
                    .forEach(type ->
                            answer.addCapabilitiesBuilder().getRpcBuilder().setType(type));
            return answer.build();
        });
    }

    @Override
    public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> caller) {
        RpcResponder.unary(caller, () -> {
            var answer = NodeGetInfoResponse.newBuilder()
                    .setNodeId(context.driverInfo().nodeId())
                    .setMaxVolumesPerNode(context.driverInfo().maxVolumes());
            Topology topology = context.driverInfo().topology();
            if (!topology.equals(Topology.ANYWHERE)) {
                answer.setAccessibleTopology(ProtoConverter.topology(topology));
            }
            return answer.build();
        });
    }

    @Override
    public void nodeStageVolume(NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> caller) {
        RpcResponder.unary(caller, () -> placing.stage(request));
    }

    @Override
    public void nodeUnstageVolume(NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> caller) {
        RpcResponder.unary(caller, () -> placing.unstage(request));
    }

    @Override
    public void nodePublishVolume(NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> caller) {
        RpcResponder.unary(caller, () -> placing.publish(request));
    }

    @Override
    public void nodeUnpublishVolume(
            NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> caller) {
        RpcResponder.unary(caller, () -> placing.unpublish(request));
    }

    @Override
    public void nodeGetVolumeStats(
            NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> caller) {
        RpcResponder.unary(caller, () -> watching.stats(request));
    }

    @Override
    public void nodeGetVolumeHealth(
            NodeGetVolumeHealthRequest request, StreamObserver<NodeGetVolumeHealthResponse> caller) {
        RpcResponder.unary(caller, () -> watching.health(request));
    }

    @Override
    public void nodeGetStorageHealth(
            NodeGetStorageHealthRequest request, StreamObserver<NodeGetStorageHealthResponse> caller) {
        RpcResponder.unary(caller, () -> watching.storage(request));
    }

    @Override
    public void nodeExpandVolume(NodeExpandVolumeRequest request, StreamObserver<NodeExpandVolumeResponse> caller) {
        RpcResponder.unary(caller, () -> watching.expand(request));
    }
}
