package dev.stowage.sdk.service;

import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshotId;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.NewGroupSnapshot;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The CSI group controller service.
final class GroupControllerService extends GroupControllerGrpc.GroupControllerImplBase {

    private final ServiceContext context;
    private final GroupSnapshots driver;
    private final SnapshotRegistry registry;

    GroupControllerService(ServiceContext context, GroupSnapshots driver) {
        this.context = context;
        this.driver = driver;
        this.registry = context.snapshots()
                .orElseThrow(() -> new IllegalStateException(
                        "a driver with the role GroupSnapshots also needs the role Snapshots"));
    }

    @Override
    public void groupControllerGetCapabilities(
            GroupControllerGetCapabilitiesRequest request,
            StreamObserver<GroupControllerGetCapabilitiesResponse> caller) {
        RpcResponder.unary(caller, () -> {
            var answer = GroupControllerGetCapabilitiesResponse.newBuilder();
            answer.addCapabilitiesBuilder()
                    .getRpcBuilder()
                    .setType(GroupControllerServiceCapability.RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT);
            return answer.build();
        });
    }

    @Override
    public void createVolumeGroupSnapshot(
            CreateVolumeGroupSnapshotRequest request, StreamObserver<CreateVolumeGroupSnapshotResponse> caller) {
        RpcResponder.unary(caller, () -> create(request));
    }

    private CreateVolumeGroupSnapshotResponse create(CreateVolumeGroupSnapshotRequest request)
            throws CsiException, IOException {
        String name = RequestFields.required(request.getName(), "name");
        List<VolumeId> volumes = volumes(request.getSourceVolumeIdsList());
        NewGroupSnapshot wanted = new NewGroupSnapshot(
                GroupSnapshotId.of(name),
                name,
                volumes,
                request.getParametersMap(),
                new Secrets(request.getSecretsMap()));
        Deque<OperationLocks.Held> held = new ArrayDeque<>();
        try (var _ = context.operationLocks().exclusive(wanted.id())) {
            for (VolumeId volume : volumes) {
                held.push(context.operationLocks().shared(volume));
            }
            if (registry.findGroup(wanted.id()).isEmpty() && context.volumes().isPresent()) {
                for (VolumeId volume : volumes) {
                    context.volumes().get().require(volume);
                }
            }
            return CreateVolumeGroupSnapshotResponse.newBuilder()
                    .setGroupSnapshot(ProtoConverter.group(registry.createGroup(wanted, driver)))
                    .build();
        } finally {
            held.forEach(OperationLocks.Held::close);
        }
    }

    private static List<VolumeId> volumes(List<String> ids) throws CsiException {
        if (ids.isEmpty()) {
            throw CsiException.invalidArgument("source_volume_ids is missing");
        }
        List<VolumeId> volumes = new ArrayList<>();
        for (String id : ids) {
            volumes.add(RequestFields.volume(id, "source_volume_ids"));
        }
        if (new HashSet<>(volumes).size() < volumes.size()) {
            throw CsiException.invalidArgument("source_volume_ids contains a volume twice");
        }
        return volumes;
    }

    @Override
    public void deleteVolumeGroupSnapshot(
            DeleteVolumeGroupSnapshotRequest request, StreamObserver<DeleteVolumeGroupSnapshotResponse> caller) {
        RpcResponder.unary(caller, () -> delete(request));
    }

    private DeleteVolumeGroupSnapshotResponse delete(DeleteVolumeGroupSnapshotRequest request)
            throws CsiException, IOException {
        Optional<GroupSnapshotId> id =
                GroupSnapshotId.parse(RequestFields.required(request.getGroupSnapshotId(), "group_snapshot_id"));
        if (id.isPresent()) { // an id that cannot be ours does not exist
            Deque<OperationLocks.Held> held = new ArrayDeque<>();
            try (var _ = context.operationLocks().exclusive(id.get())) {
                Optional<GroupSnapshot> group = registry.findGroup(id.get());
                if (group.isPresent()) {
                    mustBeMembers(group.get(), request.getSnapshotIdsList());
                }
                // While a volume is restored from one of them, nothing is deleted.
                for (SnapshotId member : members(id.get(), group)) {
                    held.push(context.operationLocks().exclusive(member));
                }
                registry.removeGroup(id.get(), new Secrets(request.getSecretsMap()));
            } finally {
                held.forEach(OperationLocks.Held::close);
            }
        }
        return DeleteVolumeGroupSnapshotResponse.getDefaultInstance();
    }

    /// A group whose deletion was interrupted is no longer found, but its remaining members are.
    private List<SnapshotId> members(GroupSnapshotId id, Optional<GroupSnapshot> group)
            throws CsiException, IOException {
        List<Snapshot> members = group.isPresent()
                ? group.get().members()
                : registry.list(Optional.empty(), Optional.empty(), 0).entries().stream()
                        .filter(snapshot -> snapshot.group().equals(Optional.of(id)))
                        .toList();
        return members.stream().map(Snapshot::id).toList();
    }

    @Override
    public void getVolumeGroupSnapshot(
            GetVolumeGroupSnapshotRequest request, StreamObserver<GetVolumeGroupSnapshotResponse> caller) {
        RpcResponder.unary(caller, () -> get(request));
    }

    private GetVolumeGroupSnapshotResponse get(GetVolumeGroupSnapshotRequest request) throws CsiException, IOException {
        String text = RequestFields.required(request.getGroupSnapshotId(), "group_snapshot_id");
        Optional<GroupSnapshotId> id = GroupSnapshotId.parse(text);
        Optional<GroupSnapshot> group = id.isEmpty() ? Optional.empty() : registry.findGroup(id.get());
        GroupSnapshot found = group.orElseThrow(() -> RequestFields.notFound("group snapshot", text));
        mustBeMembers(found, request.getSnapshotIdsList());
        return GetVolumeGroupSnapshotResponse.newBuilder()
                .setGroupSnapshot(ProtoConverter.group(found))
                .build();
    }

    private static void mustBeMembers(GroupSnapshot group, List<String> ids) throws CsiException {
        Set<String> members = new HashSet<>();
        group.members().stream().map(Snapshot::id).map(SnapshotId::value).forEach(members::add);
        if (!ids.isEmpty() && !members.equals(new HashSet<>(ids))) {
            throw CsiException.invalidArgument(
                    "snapshot_ids does not match the members of group snapshot " + group.id());
        }
    }
}
