package dev.stowage.testkit;

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
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.GetMetadataAllocatedRequest;
import dev.stowage.csi.v1.GetMetadataAllocatedResponse;
import dev.stowage.csi.v1.GetMetadataDeltaRequest;
import dev.stowage.csi.v1.GetMetadataDeltaResponse;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotResponse;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
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
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.csi.v1.SnapshotMetadataGrpc;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesRequest;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.grpc.MethodDescriptor;

/// Short names for the calls of the specification, to keep rules readable.
final class CsiMethods {

    static final MethodDescriptor<GetPluginInfoRequest, GetPluginInfoResponse> GET_PLUGIN_INFO =
            IdentityGrpc.getGetPluginInfoMethod();
    static final MethodDescriptor<GetPluginCapabilitiesRequest, GetPluginCapabilitiesResponse> GET_PLUGIN_CAPABILITIES =
            IdentityGrpc.getGetPluginCapabilitiesMethod();
    static final MethodDescriptor<ProbeRequest, ProbeResponse> PROBE = IdentityGrpc.getProbeMethod();

    static final MethodDescriptor<CreateVolumeRequest, CreateVolumeResponse> CREATE_VOLUME =
            ControllerGrpc.getCreateVolumeMethod();
    static final MethodDescriptor<DeleteVolumeRequest, DeleteVolumeResponse> DELETE_VOLUME =
            ControllerGrpc.getDeleteVolumeMethod();
    static final MethodDescriptor<ControllerPublishVolumeRequest, ControllerPublishVolumeResponse>
            CONTROLLER_PUBLISH_VOLUME = ControllerGrpc.getControllerPublishVolumeMethod();
    static final MethodDescriptor<ControllerUnpublishVolumeRequest, ControllerUnpublishVolumeResponse>
            CONTROLLER_UNPUBLISH_VOLUME = ControllerGrpc.getControllerUnpublishVolumeMethod();
    static final MethodDescriptor<ValidateVolumeCapabilitiesRequest, ValidateVolumeCapabilitiesResponse>
            VALIDATE_VOLUME_CAPABILITIES = ControllerGrpc.getValidateVolumeCapabilitiesMethod();
    static final MethodDescriptor<ListVolumesRequest, ListVolumesResponse> LIST_VOLUMES =
            ControllerGrpc.getListVolumesMethod();
    static final MethodDescriptor<ControllerListVolumeHealthRequest, ControllerListVolumeHealthResponse>
            CONTROLLER_LIST_VOLUME_HEALTH = ControllerGrpc.getControllerListVolumeHealthMethod();
    static final MethodDescriptor<ControllerGetVolumeHealthRequest, ControllerGetVolumeHealthResponse>
            CONTROLLER_GET_VOLUME_HEALTH = ControllerGrpc.getControllerGetVolumeHealthMethod();
    static final MethodDescriptor<GetCapacityRequest, GetCapacityResponse> GET_CAPACITY =
            ControllerGrpc.getGetCapacityMethod();
    static final MethodDescriptor<ControllerGetCapabilitiesRequest, ControllerGetCapabilitiesResponse>
            CONTROLLER_GET_CAPABILITIES = ControllerGrpc.getControllerGetCapabilitiesMethod();
    static final MethodDescriptor<CreateSnapshotRequest, CreateSnapshotResponse> CREATE_SNAPSHOT =
            ControllerGrpc.getCreateSnapshotMethod();
    static final MethodDescriptor<DeleteSnapshotRequest, DeleteSnapshotResponse> DELETE_SNAPSHOT =
            ControllerGrpc.getDeleteSnapshotMethod();
    static final MethodDescriptor<ListSnapshotsRequest, ListSnapshotsResponse> LIST_SNAPSHOTS =
            ControllerGrpc.getListSnapshotsMethod();
    static final MethodDescriptor<GetSnapshotRequest, GetSnapshotResponse> GET_SNAPSHOT =
            ControllerGrpc.getGetSnapshotMethod();
    static final MethodDescriptor<ControllerExpandVolumeRequest, ControllerExpandVolumeResponse>
            CONTROLLER_EXPAND_VOLUME = ControllerGrpc.getControllerExpandVolumeMethod();
    static final MethodDescriptor<ControllerGetVolumeRequest, ControllerGetVolumeResponse> CONTROLLER_GET_VOLUME =
            ControllerGrpc.getControllerGetVolumeMethod();
    static final MethodDescriptor<ControllerModifyVolumeRequest, ControllerModifyVolumeResponse>
            CONTROLLER_MODIFY_VOLUME = ControllerGrpc.getControllerModifyVolumeMethod();

    static final MethodDescriptor<GroupControllerGetCapabilitiesRequest, GroupControllerGetCapabilitiesResponse>
            GROUP_CONTROLLER_GET_CAPABILITIES = GroupControllerGrpc.getGroupControllerGetCapabilitiesMethod();
    static final MethodDescriptor<CreateVolumeGroupSnapshotRequest, CreateVolumeGroupSnapshotResponse>
            CREATE_VOLUME_GROUP_SNAPSHOT = GroupControllerGrpc.getCreateVolumeGroupSnapshotMethod();
    static final MethodDescriptor<DeleteVolumeGroupSnapshotRequest, DeleteVolumeGroupSnapshotResponse>
            DELETE_VOLUME_GROUP_SNAPSHOT = GroupControllerGrpc.getDeleteVolumeGroupSnapshotMethod();
    static final MethodDescriptor<GetVolumeGroupSnapshotRequest, GetVolumeGroupSnapshotResponse>
            GET_VOLUME_GROUP_SNAPSHOT = GroupControllerGrpc.getGetVolumeGroupSnapshotMethod();

    static final MethodDescriptor<GetMetadataAllocatedRequest, GetMetadataAllocatedResponse> GET_METADATA_ALLOCATED =
            SnapshotMetadataGrpc.getGetMetadataAllocatedMethod();
    static final MethodDescriptor<GetMetadataDeltaRequest, GetMetadataDeltaResponse> GET_METADATA_DELTA =
            SnapshotMetadataGrpc.getGetMetadataDeltaMethod();

    static final MethodDescriptor<NodeStageVolumeRequest, NodeStageVolumeResponse> NODE_STAGE_VOLUME =
            NodeGrpc.getNodeStageVolumeMethod();
    static final MethodDescriptor<NodeUnstageVolumeRequest, NodeUnstageVolumeResponse> NODE_UNSTAGE_VOLUME =
            NodeGrpc.getNodeUnstageVolumeMethod();
    static final MethodDescriptor<NodePublishVolumeRequest, NodePublishVolumeResponse> NODE_PUBLISH_VOLUME =
            NodeGrpc.getNodePublishVolumeMethod();
    static final MethodDescriptor<NodeUnpublishVolumeRequest, NodeUnpublishVolumeResponse> NODE_UNPUBLISH_VOLUME =
            NodeGrpc.getNodeUnpublishVolumeMethod();
    static final MethodDescriptor<NodeGetVolumeStatsRequest, NodeGetVolumeStatsResponse> NODE_GET_VOLUME_STATS =
            NodeGrpc.getNodeGetVolumeStatsMethod();
    static final MethodDescriptor<NodeGetVolumeHealthRequest, NodeGetVolumeHealthResponse> NODE_GET_VOLUME_HEALTH =
            NodeGrpc.getNodeGetVolumeHealthMethod();
    static final MethodDescriptor<NodeGetStorageHealthRequest, NodeGetStorageHealthResponse> NODE_GET_STORAGE_HEALTH =
            NodeGrpc.getNodeGetStorageHealthMethod();
    static final MethodDescriptor<NodeExpandVolumeRequest, NodeExpandVolumeResponse> NODE_EXPAND_VOLUME =
            NodeGrpc.getNodeExpandVolumeMethod();
    static final MethodDescriptor<NodeGetCapabilitiesRequest, NodeGetCapabilitiesResponse> NODE_GET_CAPABILITIES =
            NodeGrpc.getNodeGetCapabilitiesMethod();
    static final MethodDescriptor<NodeGetInfoRequest, NodeGetInfoResponse> NODE_GET_INFO =
            NodeGrpc.getNodeGetInfoMethod();

    private CsiMethods() {}
}
