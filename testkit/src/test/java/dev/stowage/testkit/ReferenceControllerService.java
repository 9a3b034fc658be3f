package dev.stowage.testkit;

import static dev.stowage.testkit.ReferenceResponder.invalid;
import static dev.stowage.testkit.ReferenceResponder.refusal;
import static dev.stowage.testkit.ReferenceResponder.require;
import static dev.stowage.testkit.ReferenceResponder.unknown;

import com.google.protobuf.Int64Value;
import dev.stowage.csi.v1.*;
import dev.stowage.testkit.ReferenceState.StoredVolume;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class ReferenceControllerService extends ControllerGrpc.ControllerImplBase {

    static final String TIER = "tier";

    private final ReferenceState state;
    private final ReferenceStorage storage;
    private final DriverFlaw flaw;
    private final ReferenceResponder responder;
    private final ReferenceSnapshots snapshots;

    ReferenceControllerService(ReferenceState state, ReferenceStorage storage, DriverFlaw flaw) {
        this.state = state;
        this.storage = storage;
        this.flaw = flaw;
        this.responder = new ReferenceResponder(flaw);
        this.snapshots = new ReferenceSnapshots(state, storage, flaw);
    }

    private <R> void reply(StreamObserver<R> caller, Supplier<R> work) {
        responder.to(caller, () -> {
            synchronized (state) {
                return work.get();
            }
        });
    }

    private StoredVolume volume(String id) {
        if (flaw == DriverFlaw.CRASHES_ON_NUL && id.contains("\0")) {
            throw new IllegalStateException("a crash");
        }
        String key = id;
        if (flaw == DriverFlaw.IDS_AS_PATHS) {
            key = java.nio.file.Path.of("/", id.replace("\0", "")).normalize().getFileName() + "";
        }
        return state.volume(key);
    }

    @Override
    public void controllerGetCapabilities(
            ControllerGetCapabilitiesRequest request, StreamObserver<ControllerGetCapabilitiesResponse> caller) {
        ControllerGetCapabilitiesResponse.Builder all = ControllerGetCapabilitiesResponse.newBuilder();
        for (var type : ControllerServiceCapability.RPC.Type.values()) {
            boolean left = switch (type) {
                case UNKNOWN, UNRECOGNIZED -> true;
                case GET_CAPACITY -> flaw == DriverFlaw.UNDECLARED_BUT_ANSWERED;
                case GET_VOLUME_HEALTH -> flaw == DriverFlaw.LIST_HEALTH_WITHOUT_GET;
                default -> false;
            };
            if (!left) {
                all.addCapabilities(capability(type));
            }
        }
        if (flaw == DriverFlaw.CAPABILITY_TWICE) {
            all.addCapabilities(capability(ControllerServiceCapability.RPC.Type.LIST_VOLUMES));
        }
        responder.to(caller, all::build);
    }

    private static ControllerServiceCapability.Builder capability(ControllerServiceCapability.RPC.Type type) {
        return ControllerServiceCapability.newBuilder()
                .setRpc(ControllerServiceCapability.RPC.newBuilder().setType(type));
    }

    @Override
    public void createVolume(CreateVolumeRequest request, StreamObserver<CreateVolumeResponse> caller) {
        if (flaw == DriverFlaw.RACE_MAKES_TWO) {
            responder.to(caller, () -> {
                CreateVolumeResponse.Builder found = CreateVolumeResponse.newBuilder();
                boolean known;
                synchronized (state) {
                    known = named(request.getName()) != null;
                }
                LockSupport.parkNanos(known ? 0 : 200_000_000); // long enough for a busy machine to lose the race
                synchronized (state) {
                    return found.setVolume(known ? create(request) : make(request))
                            .build();
                }
            });
            return;
        }
        reply(
                caller,
                () -> CreateVolumeResponse.newBuilder()
                        .setVolume(create(request))
                        .build());
    }

    private Volume create(CreateVolumeRequest request) {
        require(flaw == DriverFlaw.NAMELESS_VOLUMES || !request.getName().isEmpty(), "a name is needed");
        require(request.getName().length() <= 128, "the name is too long");
        require(
                flaw != DriverFlaw.UNICODE_REFUSED || request.getName().chars().allMatch(c -> c < 128),
                "only plain letters");
        require(request.getVolumeCapabilitiesCount() > 0, "capabilities are needed");
        request.getVolumeCapabilitiesList().forEach(ReferenceControllerService::check);
        CapacityRange range = request.getCapacityRange();
        checkRange(range);
        StoredVolume existing = named(request.getName());
        return existing == null || flaw == DriverFlaw.SECOND_CREATE_NEW_ID ? make(request) : again(request, existing);
    }

    private void checkRange(CapacityRange range) {
        require(range.getRequiredBytes() >= 0 && range.getLimitBytes() >= 0, "sizes cannot be negative");
        require(
                flaw == DriverFlaw.LIMIT_IGNORED
                        || range.getLimitBytes() == 0
                        || range.getLimitBytes() >= range.getRequiredBytes(),
                "the limit is below what is required");
    }

    static void check(VolumeCapability capability) {
        require(capability.hasBlock() || capability.hasMount(), "an access type is needed");
        require(capability.getAccessMode().getModeValue() != 0, "an access mode is needed");
    }

    private @Nullable StoredVolume named(String name) {
        return state.volumes.values().stream()
                .filter(volume -> volume.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private Volume again(CreateVolumeRequest request, StoredVolume existing) {
        CapacityRange range = request.getCapacityRange();
        long size = existing.volume().getCapacityBytes();
        boolean fits =
                size >= range.getRequiredBytes() && (range.getLimitBytes() == 0 || size <= range.getLimitBytes());
        if (flaw == DriverFlaw.COMPATIBLE_RANGE_REFUSED) {
            fits = range.equals(existing.request().getCapacityRange());
        }
        boolean same = existing.request().getVolumeContentSource().equals(request.getVolumeContentSource())
                && existing.block() == request.getVolumeCapabilities(0).hasBlock();
        if (!(fits || flaw == DriverFlaw.SIZE_CONFLICT_IGNORED) || !same) {
            throw refusal(Status.ALREADY_EXISTS, "there is another volume named " + request.getName());
        }
        return existing.volume();
    }

    private Volume make(CreateVolumeRequest request) {
        long size = request.getCapacityRange().getRequiredBytes();
        if (size == 0) {
            long limit = request.getCapacityRange().getLimitBytes();
            size = limit == 0 ? 1 << 20 : Math.min(limit, 1 << 20);
        }
        if (size > ReferenceState.POOL) {
            throw refusal(Status.OUT_OF_RANGE, "the pool is smaller");
        }
        List<Topology> places = request.getAccessibilityRequirements().getRequisiteList();
        if (!places.isEmpty() && !places.contains(ReferenceState.PLACE) && flaw != DriverFlaw.TOPOLOGY_IGNORED) {
            throw refusal(Status.RESOURCE_EXHAUSTED, "no storage there");
        }
        Volume.Builder volume = Volume.newBuilder()
                .setVolumeId(state.newId("vol"))
                .putVolumeContext("pool", "reference")
                .addAccessibleTopology(ReferenceState.PLACE);
        boolean block = request.getVolumeCapabilities(0).hasBlock();
        if (request.hasVolumeContentSource()) {
            Source source = source(request.getVolumeContentSource());
            if (request.getCapacityRange().getLimitBytes() != 0
                    && request.getCapacityRange().getLimitBytes() < source.size()) {
                throw refusal(Status.OUT_OF_RANGE, "the source is larger");
            }
            size = Math.max(size, source.size());
            if (flaw != DriverFlaw.NO_SOURCE_NAMED) {
                volume.setContentSource(request.getVolumeContentSource());
            }
            storage.copy(source.id(), volume.getVolumeId());
        } else {
            storage.create(volume.getVolumeId(), block, size);
        }
        Volume made = volume.setCapacityBytes(size).build();
        state.volumes.put(made.getVolumeId(), new StoredVolume(request.getName(), request, made));
        if (flaw == DriverFlaw.LEAKS && state.volumes.size() == 1) {
            String id = state.newId("leak");
            state.volumes.put(
                    id,
                    new StoredVolume(
                            id, request, made.toBuilder().setVolumeId(id).build()));
        }
        return made;
    }

    private record Source(String id, long size) {}

    private Source source(VolumeContentSource source) {
        return switch (source.getTypeCase()) {
            case SNAPSHOT -> {
                Snapshot snapshot =
                        state.snapshot(source.getSnapshot().getSnapshotId()).snapshot();
                yield new Source(snapshot.getSnapshotId(), snapshot.getSizeBytes());
            }
            case VOLUME -> {
                String id = source.getVolume().getVolumeId();
                if (flaw == DriverFlaw.MISSING_SOURCE_ACCEPTED && !id.isEmpty() && !state.volumes.containsKey(id)) {
                    yield new Source(id, 0);
                }
                yield new Source(id, state.volume(id).volume().getCapacityBytes());
            }
            case TYPE_NOT_SET -> throw invalid("the source says neither snapshot nor volume");
        };
    }

    @Override
    public void deleteVolume(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> caller) {
        reply(caller, () -> {
            String id = request.getVolumeId();
            require(!id.isEmpty(), "a volume id is needed");
            if (flaw == DriverFlaw.CRASHES_ON_NUL || flaw == DriverFlaw.DELETE_MISSING_NOT_FOUND) {
                var _ = id.contains("\0") || flaw == DriverFlaw.DELETE_MISSING_NOT_FOUND ? volume(id) : null;
            }
            boolean attached = state.attachments.containsKey(id) && flaw != DriverFlaw.ATTACHED_DELETABLE;
            boolean published = state.publications.values().stream()
                    .anyMatch(each -> each.getVolumeId().equals(id));
            if (attached || published) {
                throw refusal(Status.FAILED_PRECONDITION, "volume " + id + " is in use");
            }
            if (flaw != DriverFlaw.DELETE_DOES_NOTHING && state.volumes.remove(id) != null) {
                storage.delete(id);
            }
            return DeleteVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void controllerPublishVolume(
            ControllerPublishVolumeRequest request, StreamObserver<ControllerPublishVolumeResponse> caller) {
        reply(caller, () -> {
            require(!request.getNodeId().isEmpty(), "a node id is needed");
            require(request.hasVolumeCapability(), "a capability is needed");
            check(request.getVolumeCapability());
            var _ = volume(request.getVolumeId());
            if (!request.getNodeId().equals(ReferenceState.NODE) && flaw != DriverFlaw.UNKNOWN_NODE_ACCEPTED) {
                throw unknown("node", request.getNodeId());
            }
            Boolean before = state.attachments.putIfAbsent(request.getVolumeId(), request.getReadonly());
            if (before != null && before != request.getReadonly()) {
                throw refusal(Status.ALREADY_EXISTS, "attached in another way");
            }
            return ControllerPublishVolumeResponse.newBuilder()
                    .putPublishContext("attached", "yes")
                    .build();
        });
    }

    @Override
    public void controllerUnpublishVolume(
            ControllerUnpublishVolumeRequest request, StreamObserver<ControllerUnpublishVolumeResponse> caller) {
        reply(caller, () -> {
            require(!request.getVolumeId().isEmpty(), "a volume id is needed");
            Boolean before = state.attachments.remove(request.getVolumeId());
            if (flaw == DriverFlaw.DETACH_TWICE_FAILS
                    && before == null
                    && state.volumes.containsKey(request.getVolumeId())) {
                throw refusal(Status.FAILED_PRECONDITION, "not attached");
            }
            return ControllerUnpublishVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void validateVolumeCapabilities(
            ValidateVolumeCapabilitiesRequest request, StreamObserver<ValidateVolumeCapabilitiesResponse> caller) {
        reply(caller, () -> {
            var _ = volume(request.getVolumeId());
            require(request.getVolumeCapabilitiesCount() > 0, "capabilities are needed");
            request.getVolumeCapabilitiesList().forEach(ReferenceControllerService::check);
            return flaw == DriverFlaw.CONFIRMS_NOTHING
                    ? ValidateVolumeCapabilitiesResponse.newBuilder()
                            .setMessage("no")
                            .build()
                    : ValidateVolumeCapabilitiesResponse.newBuilder()
                            .setConfirmed(ValidateVolumeCapabilitiesResponse.Confirmed.newBuilder()
                                    .addAllVolumeCapabilities(request.getVolumeCapabilitiesList()))
                            .build();
        });
    }

    @Override
    public void listVolumes(ListVolumesRequest request, StreamObserver<ListVolumesResponse> caller) {
        reply(caller, () -> {
            ReferencePage<StoredVolume> page = new ReferencePage<>(
                    flaw, List.copyOf(state.volumes.values()), request.getMaxEntries(), request.getStartingToken());
            ListVolumesResponse.Builder list = ListVolumesResponse.newBuilder().setNextToken(page.next());
            page.entries().forEach(volume -> {
                ListVolumesResponse.VolumeStatus.Builder status = ListVolumesResponse.VolumeStatus.newBuilder();
                if (state.attachments.containsKey(volume.volume().getVolumeId())
                        && flaw != DriverFlaw.NODES_NOT_LISTED) {
                    status.addPublishedNodeIds(ReferenceState.NODE);
                }
                if (flaw != DriverFlaw.CONDITION_MISSING) {
                    status.setVolumeCondition(condition());
                }
                list.addEntries(ListVolumesResponse.Entry.newBuilder()
                        .setVolume(volume.volume())
                        .setStatus(status));
            });
            return list.build();
        });
    }

    static VolumeCondition condition() {
        return VolumeCondition.newBuilder().setMessage("the volume is well").build();
    }

    @Override
    public void controllerGetVolume(
            ControllerGetVolumeRequest request, StreamObserver<ControllerGetVolumeResponse> caller) {
        reply(caller, () -> {
            StoredVolume volume = volume(request.getVolumeId());
            ControllerGetVolumeResponse.VolumeStatus.Builder status =
                    ControllerGetVolumeResponse.VolumeStatus.newBuilder().setVolumeCondition(condition());
            if (state.attachments.containsKey(request.getVolumeId())) {
                status.addPublishedNodeIds(ReferenceState.NODE);
            }
            return ControllerGetVolumeResponse.newBuilder()
                    .setVolume(volume.volume())
                    .setStatus(status)
                    .build();
        });
    }

    @Override
    public void controllerGetVolumeHealth(
            ControllerGetVolumeHealthRequest request, StreamObserver<ControllerGetVolumeHealthResponse> caller) {
        reply(caller, () -> {
            require(!request.getVolumeId().isEmpty(), "a volume id is needed");
            if (flaw != DriverFlaw.HEALTH_OF_UNKNOWN) {
                var _ = volume(request.getVolumeId());
            }
            return ControllerGetVolumeHealthResponse.newBuilder()
                    .setVolumeHealth(VolumeHealth.newBuilder().setVolumeId(request.getVolumeId()))
                    .build();
        });
    }

    @Override
    public void controllerListVolumeHealth(
            ControllerListVolumeHealthRequest request, StreamObserver<ControllerListVolumeHealthResponse> caller) {
        reply(caller, () -> {
            VolumeHealth.VolumeHealthEntry entry = VolumeHealth.VolumeHealthEntry.newBuilder()
                    .setStatus(VolumeHealthErrorType.DEGRADED)
                    .setReason("Slow")
                    .build();
            // Two old volumes that are always unhealthy, so that the list has several pages.
            List<VolumeHealth> sick = List.of(
                    VolumeHealth.newBuilder()
                            .setVolumeId("old-1")
                            .addHealthStatuses(entry)
                            .build(),
                    VolumeHealth.newBuilder()
                            .setVolumeId("old-2")
                            .addHealthStatuses(entry)
                            .addAllHealthStatuses(flaw == DriverFlaw.HEALTH_TWICE ? List.of(entry) : List.of())
                            .build());
            ReferencePage<VolumeHealth> page =
                    new ReferencePage<>(flaw, sick, request.getMaxEntries(), request.getStartingToken());
            return ControllerListVolumeHealthResponse.newBuilder()
                    .addAllEntries(page.entries())
                    .setNextToken(page.next())
                    .build();
        });
    }

    @Override
    public void getCapacity(GetCapacityRequest request, StreamObserver<GetCapacityResponse> caller) {
        reply(caller, () -> {
            if (flaw == DriverFlaw.DECLARED_BUT_UNIMPLEMENTED) {
                throw refusal(Status.UNIMPLEMENTED, "not here");
            }
            return GetCapacityResponse.newBuilder()
                    .setAvailableCapacity(ReferenceState.POOL)
                    .setMaximumVolumeSize(Int64Value.of(ReferenceState.POOL))
                    .setMinimumVolumeSize(Int64Value.of(1))
                    .build();
        });
    }

    @Override
    public void controllerExpandVolume(
            ControllerExpandVolumeRequest request, StreamObserver<ControllerExpandVolumeResponse> caller) {
        reply(caller, () -> {
            StoredVolume volume = volume(request.getVolumeId());
            require(request.hasCapacityRange(), "a capacity range is needed");
            checkRange(request.getCapacityRange());
            long size = Math.max(
                    volume.volume().getCapacityBytes(),
                    request.getCapacityRange().getRequiredBytes());
            if (flaw == DriverFlaw.SHRINKS) {
                size = request.getCapacityRange().getRequiredBytes();
            }
            state.volumes.put(
                    request.getVolumeId(),
                    new StoredVolume(
                            volume.name(),
                            volume.request(),
                            volume.volume().toBuilder().setCapacityBytes(size).build()));
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(size)
                    .setNodeExpansionRequired(true)
                    .build();
        });
    }

    @Override
    public void controllerModifyVolume(
            ControllerModifyVolumeRequest request, StreamObserver<ControllerModifyVolumeResponse> caller) {
        reply(caller, () -> {
            var _ = volume(request.getVolumeId());
            Map<String, String> parameters = request.getMutableParametersMap();
            require(
                    flaw == DriverFlaw.MODIFIES_ANYTHING
                            || java.util.Set.of(TIER).containsAll(parameters.keySet()),
                    "only " + TIER + " can be changed");
            return ControllerModifyVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void createSnapshot(CreateSnapshotRequest request, StreamObserver<CreateSnapshotResponse> caller) {
        reply(
                caller,
                () -> CreateSnapshotResponse.newBuilder()
                        .setSnapshot(snapshots.create(request))
                        .build());
    }

    @Override
    public void deleteSnapshot(DeleteSnapshotRequest request, StreamObserver<DeleteSnapshotResponse> caller) {
        reply(caller, () -> snapshots.delete(request));
    }

    @Override
    public void listSnapshots(ListSnapshotsRequest request, StreamObserver<ListSnapshotsResponse> caller) {
        reply(caller, () -> snapshots.list(request));
    }

    @Override
    public void getSnapshot(GetSnapshotRequest request, StreamObserver<GetSnapshotResponse> caller) {
        reply(
                caller,
                () -> GetSnapshotResponse.newBuilder()
                        .setSnapshot(state.snapshot(request.getSnapshotId()).snapshot())
                        .build());
    }
}
