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

/// Groups of snapshots.
final class GroupService extends GroupControllerGrpc.GroupControllerImplBase {

    private final Base base;
    private final GroupSnapshots driver;
    private final SnapshotBooks books;

    GroupService(Base base, GroupSnapshots driver) {
        this.base = base;
        this.driver = driver;
        this.books = base.snapshots()
                .orElseThrow(() -> new IllegalStateException(
                        "a driver with the role GroupSnapshots needs the role Snapshots too: members are snapshots"));
    }

    @Override
    public void groupControllerGetCapabilities(
            GroupControllerGetCapabilitiesRequest request,
            StreamObserver<GroupControllerGetCapabilitiesResponse> caller) {
        Answer.unary(caller, () -> {
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
        Answer.unary(caller, () -> create(request));
    }

    private CreateVolumeGroupSnapshotResponse create(CreateVolumeGroupSnapshotRequest request)
            throws CsiException, IOException {
        String name = Requests.required(request.getName(), "name");
        List<VolumeId> volumes = volumes(request.getSourceVolumeIdsList());
        NewGroupSnapshot wanted = new NewGroupSnapshot(
                GroupSnapshotId.of(name),
                name,
                volumes,
                request.getParametersMap(),
                new Secrets(request.getSecretsMap()));
        Deque<Locks.Held> held = new ArrayDeque<>();
        try (var _ = base.locks().exclusive(wanted.id())) {
            for (VolumeId volume : volumes) {
                held.push(base.locks().shared(volume));
            }
            if (books.findGroup(wanted.id()).isEmpty() && base.volumes().isPresent()) {
                for (VolumeId volume : volumes) {
                    base.volumes().get().require(volume);
                }
            }
            return CreateVolumeGroupSnapshotResponse.newBuilder()
                    .setGroupSnapshot(Wire.group(books.makeGroup(wanted, driver)))
                    .build();
        } finally {
            held.forEach(Locks.Held::close);
        }
    }

    private static List<VolumeId> volumes(List<String> ids) throws CsiException {
        if (ids.isEmpty()) {
            throw CsiException.invalid("source_volume_ids is missing");
        }
        List<VolumeId> volumes = new ArrayList<>();
        for (String id : ids) {
            volumes.add(Requests.volume(id, "source_volume_ids"));
        }
        if (new HashSet<>(volumes).size() < volumes.size()) {
            throw CsiException.invalid("source_volume_ids names a volume twice");
        }
        return volumes;
    }

    @Override
    public void deleteVolumeGroupSnapshot(
            DeleteVolumeGroupSnapshotRequest request, StreamObserver<DeleteVolumeGroupSnapshotResponse> caller) {
        Answer.unary(caller, () -> delete(request));
    }

    private DeleteVolumeGroupSnapshotResponse delete(DeleteVolumeGroupSnapshotRequest request)
            throws CsiException, IOException {
        Optional<GroupSnapshotId> id =
                GroupSnapshotId.parse(Requests.required(request.getGroupSnapshotId(), "group_snapshot_id"));
        if (id.isPresent()) { // what could never have been a group of ours is as good as deleted
            try (var _ = base.locks().exclusive(id.get())) {
                Optional<GroupSnapshot> group = books.findGroup(id.get());
                if (group.isPresent()) {
                    mustBeMembers(group.get(), request.getSnapshotIdsList());
                }
                books.removeGroup(id.get(), new Secrets(request.getSecretsMap()));
            }
        }
        return DeleteVolumeGroupSnapshotResponse.getDefaultInstance();
    }

    @Override
    public void getVolumeGroupSnapshot(
            GetVolumeGroupSnapshotRequest request, StreamObserver<GetVolumeGroupSnapshotResponse> caller) {
        Answer.unary(caller, () -> get(request));
    }

    private GetVolumeGroupSnapshotResponse get(GetVolumeGroupSnapshotRequest request) throws CsiException, IOException {
        String text = Requests.required(request.getGroupSnapshotId(), "group_snapshot_id");
        Optional<GroupSnapshotId> id = GroupSnapshotId.parse(text);
        Optional<GroupSnapshot> group = id.isEmpty() ? Optional.empty() : books.findGroup(id.get());
        GroupSnapshot found = group.orElseThrow(() -> Requests.notFound("group snapshot", text));
        mustBeMembers(found, request.getSnapshotIdsList());
        return GetVolumeGroupSnapshotResponse.newBuilder()
                .setGroupSnapshot(Wire.group(found))
                .build();
    }

    private static void mustBeMembers(GroupSnapshot group, List<String> ids) throws CsiException {
        Set<String> members = new HashSet<>();
        group.members().stream().map(Snapshot::id).map(SnapshotId::value).forEach(members::add);
        if (!ids.isEmpty() && !members.equals(new HashSet<>(ids))) {
            throw CsiException.invalid("snapshot_ids are not the members of group snapshot " + group.id());
        }
    }
}
