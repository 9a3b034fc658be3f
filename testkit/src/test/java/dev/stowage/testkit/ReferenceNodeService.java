package dev.stowage.testkit;

import static dev.stowage.testkit.ReferenceResponder.refusal;
import static dev.stowage.testkit.ReferenceResponder.require;
import static dev.stowage.testkit.ReferenceResponder.unknown;

import dev.stowage.csi.v1.*;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.testkit.ReferenceState.Staging;
import dev.stowage.testkit.ReferenceState.StoredVolume;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.function.Supplier;

final class ReferenceNodeService extends NodeGrpc.NodeImplBase {

    private final ReferenceState state;
    private final ReferenceStorage storage;
    private final DriverFlaw flaw;
    private final ReferenceResponder responder;

    ReferenceNodeService(ReferenceState state, ReferenceStorage storage, DriverFlaw flaw) {
        this.state = state;
        this.storage = storage;
        this.flaw = flaw;
        this.responder = new ReferenceResponder(flaw);
    }

    private <R> void reply(StreamObserver<R> caller, Supplier<R> work) {
        responder.to(caller, () -> {
            synchronized (state) {
                return work.get();
            }
        });
    }

    @Override
    public void nodeGetCapabilities(
            NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> caller) {
        NodeGetCapabilitiesResponse.Builder all = NodeGetCapabilitiesResponse.newBuilder();
        for (var type : NodeServiceCapability.RPC.Type.values()) {
            if (type != NodeServiceCapability.RPC.Type.UNKNOWN && type != NodeServiceCapability.RPC.Type.UNRECOGNIZED) {
                all.addCapabilities(NodeServiceCapability.newBuilder()
                        .setRpc(NodeServiceCapability.RPC.newBuilder().setType(type)));
            }
        }
        reply(caller, all::build);
    }

    @Override
    public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> caller) {
        reply(
                caller,
                () -> NodeGetInfoResponse.newBuilder()
                        .setNodeId(flaw == DriverFlaw.NODE_WITHOUT_ID ? "" : ReferenceState.NODE)
                        .setAccessibleTopology(ReferenceState.PLACE)
                        .build());
    }

    @Override
    public void nodeStageVolume(NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> caller) {
        reply(caller, () -> {
            var _ = state.volume(request.getVolumeId());
            path(request.getStagingTargetPath());
            require(request.hasVolumeCapability(), "a capability is needed");
            ReferenceControllerService.check(request.getVolumeCapability());
            Staging wanted = new Staging(request.getVolumeId(), request.getVolumeCapability());
            Staging before = state.stagings.putIfAbsent(request.getStagingTargetPath(), wanted);
            if (before != null && (!before.equals(wanted) || flaw == DriverFlaw.STAGE_TWICE_FAILS)) {
                throw refusal(Status.ALREADY_EXISTS, "staged in another way");
            }
            return NodeStageVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void nodeUnstageVolume(NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> caller) {
        reply(caller, () -> {
            require(!request.getVolumeId().isEmpty(), "a volume id is needed");
            path(request.getStagingTargetPath());
            state.stagings.remove(request.getStagingTargetPath());
            return NodeUnstageVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void nodePublishVolume(NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> caller) {
        reply(caller, () -> {
            StoredVolume volume = state.volume(request.getVolumeId());
            path(request.getTargetPath());
            require(request.hasVolumeCapability(), "a capability is needed");
            ReferenceControllerService.check(request.getVolumeCapability());
            if (!state.stagings.containsKey(request.getStagingTargetPath()) && flaw != DriverFlaw.STAGING_OPTIONAL) {
                throw refusal(Status.FAILED_PRECONDITION, "the volume is not staged there");
            }
            NodePublishVolumeRequest wanted = request.toBuilder().clearSecrets().build();
            NodePublishVolumeRequest before = state.publications.get(request.getTargetPath());
            if (before != null) {
                boolean same = before.equals(wanted) || flaw == DriverFlaw.READONLY_CONFLICT_IGNORED;
                if (!same || flaw == DriverFlaw.PUBLISH_TWICE_FAILS) {
                    throw refusal(Status.ALREADY_EXISTS, "published in another way");
                }
                return NodePublishVolumeResponse.getDefaultInstance();
            }
            Mode mode = request.getVolumeCapability().getAccessMode().getMode();
            if (mode == Mode.SINGLE_NODE_SINGLE_WRITER
                    && flaw != DriverFlaw.ONE_WRITER_NOT_KEPT
                    && state.publications.values().stream()
                            .anyMatch(each -> each.getVolumeId().equals(request.getVolumeId()))) {
                throw refusal(Status.FAILED_PRECONDITION, "the volume has its writer");
            }
            storage.publish(
                    request.getVolumeId(), volume.block(), Path.of(request.getTargetPath()), request.getReadonly());
            state.publications.put(request.getTargetPath(), wanted);
            return NodePublishVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void nodeUnpublishVolume(
            NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> caller) {
        reply(caller, () -> {
            require(!request.getVolumeId().isEmpty(), "a volume id is needed");
            path(request.getTargetPath());
            if (state.publications.remove(request.getTargetPath()) != null) {
                storage.unpublish(Path.of(request.getTargetPath()));
            } else if (flaw == DriverFlaw.UNPUBLISH_UNKNOWN_FAILS) {
                throw refusal(Status.FAILED_PRECONDITION, "not published there");
            }
            return NodeUnpublishVolumeResponse.getDefaultInstance();
        });
    }

    private static void path(String path) {
        require(path.startsWith("/"), "an absolute path is needed");
    }

    private void published(String id, String path) {
        var _ = state.volume(id);
        require(!path.isEmpty(), "a path is needed");
        NodePublishVolumeRequest found = state.publications.get(path);
        boolean there = found != null && found.getVolumeId().equals(id);
        if (!there && flaw != DriverFlaw.STATS_OF_ANY_PATH) {
            throw unknown("publication at", path);
        }
    }

    @Override
    public void nodeGetVolumeStats(
            NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> caller) {
        reply(caller, () -> {
            published(request.getVolumeId(), request.getVolumePath());
            return NodeGetVolumeStatsResponse.newBuilder()
                    .addUsage(VolumeUsage.newBuilder()
                            .setUnit(VolumeUsage.Unit.BYTES)
                            .setTotal(100)
                            .setUsed(flaw == DriverFlaw.STATS_DO_NOT_FIT ? 101 : 10)
                            .setAvailable(90))
                    .setVolumeCondition(ReferenceControllerService.condition())
                    .build();
        });
    }

    @Override
    public void nodeExpandVolume(NodeExpandVolumeRequest request, StreamObserver<NodeExpandVolumeResponse> caller) {
        reply(caller, () -> {
            require(!request.getVolumeId().isEmpty(), "a volume id is needed");
            if (flaw == DriverFlaw.NODE_EXPANDS_ANYTHING) {
                return NodeExpandVolumeResponse.getDefaultInstance();
            }
            published(request.getVolumeId(), request.getVolumePath());
            return NodeExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(
                            state.volume(request.getVolumeId()).volume().getCapacityBytes())
                    .build();
        });
    }

    @Override
    public void nodeGetVolumeHealth(
            NodeGetVolumeHealthRequest request, StreamObserver<NodeGetVolumeHealthResponse> caller) {
        reply(
                caller,
                () -> NodeGetVolumeHealthResponse.newBuilder()
                        .setVolumeHealth(VolumeHealth.newBuilder()
                                .setVolumeId(state.volume(request.getVolumeId())
                                        .volume()
                                        .getVolumeId()))
                        .build());
    }

    @Override
    public void nodeGetStorageHealth(
            NodeGetStorageHealthRequest request, StreamObserver<NodeGetStorageHealthResponse> caller) {
        reply(
                caller,
                () -> NodeGetStorageHealthResponse.newBuilder()
                        .addBackendHealth(NodeGetStorageHealthResponse.StorageBackendHealth.newBuilder()
                                .setStatus(StorageHealthErrorType.STORAGE_DEGRADED)
                                .setReason("OneDiskOfTwo"))
                        .build());
    }
}
