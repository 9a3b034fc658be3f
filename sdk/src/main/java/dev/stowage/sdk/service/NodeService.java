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
import io.grpc.stub.StreamObserver;

/// The node's side of the wire: each call goes to the record that knows its subject.
final class NodeService extends NodeGrpc.NodeImplBase {

    private final Base base;
    private final PlacingCalls placing;
    private final NodeCalls watching;

    NodeService(Base base) {
        this.base = base;
        this.placing = new PlacingCalls(base);
        this.watching = new NodeCalls(base);
    }

    @Override
    public void nodeGetCapabilities(
            NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> caller) {
        Answer.unary(caller, () -> {
            var answer = NodeGetCapabilitiesResponse.newBuilder();
            Capabilities.ofNode(base)
                    .forEach(type ->
                            answer.addCapabilitiesBuilder().getRpcBuilder().setType(type));
            return answer.build();
        });
    }

    @Override
    public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> caller) {
        Answer.unary(caller, () -> {
            var answer = NodeGetInfoResponse.newBuilder()
                    .setNodeId(base.about().nodeId())
                    .setMaxVolumesPerNode(base.about().maxVolumes());
            if (base.hasPlace()) {
                answer.setAccessibleTopology(Wire.topology(base.place()));
            }
            return answer.build();
        });
    }

    @Override
    public void nodeStageVolume(NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> caller) {
        Answer.unary(caller, () -> placing.stage(request));
    }

    @Override
    public void nodeUnstageVolume(NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> caller) {
        Answer.unary(caller, () -> placing.unstage(request));
    }

    @Override
    public void nodePublishVolume(NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> caller) {
        Answer.unary(caller, () -> placing.publish(request));
    }

    @Override
    public void nodeUnpublishVolume(
            NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> caller) {
        Answer.unary(caller, () -> placing.unpublish(request));
    }

    @Override
    public void nodeGetVolumeStats(
            NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> caller) {
        Answer.unary(caller, () -> watching.stats(request));
    }

    @Override
    public void nodeGetVolumeHealth(
            NodeGetVolumeHealthRequest request, StreamObserver<NodeGetVolumeHealthResponse> caller) {
        Answer.unary(caller, () -> watching.health(request));
    }

    @Override
    public void nodeGetStorageHealth(
            NodeGetStorageHealthRequest request, StreamObserver<NodeGetStorageHealthResponse> caller) {
        Answer.unary(caller, () -> watching.storage(request));
    }

    @Override
    public void nodeExpandVolume(NodeExpandVolumeRequest request, StreamObserver<NodeExpandVolumeResponse> caller) {
        Answer.unary(caller, () -> watching.expand(request));
    }
}
