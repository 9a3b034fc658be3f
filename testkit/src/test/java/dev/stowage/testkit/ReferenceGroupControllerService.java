package dev.stowage.testkit;

import static dev.stowage.testkit.ReferenceResponder.refusal;
import static dev.stowage.testkit.ReferenceResponder.require;
import static dev.stowage.testkit.ReferenceResponder.unknown;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.v1.*;
import dev.stowage.testkit.ReferenceState.StoredGroup;
import dev.stowage.testkit.ReferenceState.StoredVolume;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

final class ReferenceGroupControllerService extends GroupControllerGrpc.GroupControllerImplBase {

    private final ReferenceState state;
    private final DriverFlaw flaw;
    private final ReferenceResponder responder;
    private final ReferenceSnapshots snapshots;

    ReferenceGroupControllerService(ReferenceState state, ReferenceStorage storage, DriverFlaw flaw) {
        this.state = state;
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

    @Override
    public void groupControllerGetCapabilities(
            GroupControllerGetCapabilitiesRequest request,
            StreamObserver<GroupControllerGetCapabilitiesResponse> caller) {
        reply(
                caller,
                () -> GroupControllerGetCapabilitiesResponse.newBuilder()
                        .addCapabilities(GroupControllerServiceCapability.newBuilder()
                                .setRpc(GroupControllerServiceCapability.RPC
                                        .newBuilder()
                                        .setType(
                                                GroupControllerServiceCapability.RPC
                                                        .Type
                                                        .CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT)))
                        .build());
    }

    @Override
    public void createVolumeGroupSnapshot(
            CreateVolumeGroupSnapshotRequest request, StreamObserver<CreateVolumeGroupSnapshotResponse> caller) {
        reply(caller, () -> {
            require(!request.getName().isEmpty(), "a name is needed");
            require(request.getSourceVolumeIdsCount() > 0, "source volumes are needed");
            List<StoredVolume> sources =
                    request.getSourceVolumeIdsList().stream().map(state::volume).toList();
            for (StoredGroup existing : state.groups.values()) {
                if (existing.name().equals(request.getName())) {
                    Set<String> before = existing.group().getSnapshotsList().stream()
                            .map(Snapshot::getSourceVolumeId)
                            .collect(Collectors.toSet());
                    if (!before.equals(Set.copyOf(request.getSourceVolumeIdsList()))) {
                        throw refusal(Status.ALREADY_EXISTS, "there is another group of that name");
                    }
                    return answer(existing.group());
                }
            }
            String id = state.newId("group");
            VolumeGroupSnapshot.Builder group = VolumeGroupSnapshot.newBuilder()
                    .setGroupSnapshotId(id)
                    .setReadyToUse(true)
                    .setCreationTime(
                            Timestamp.newBuilder().setSeconds(Instant.now().getEpochSecond()));
            sources.forEach(volume ->
                    group.addSnapshots(snapshots.cut(id + "/" + volume.volume().getVolumeId(), volume, id)));
            state.groups.put(id, new StoredGroup(request.getName(), group.build()));
            return answer(group.build());
        });
    }

    private static CreateVolumeGroupSnapshotResponse answer(VolumeGroupSnapshot group) {
        return CreateVolumeGroupSnapshotResponse.newBuilder()
                .setGroupSnapshot(group)
                .build();
    }

    @Override
    public void getVolumeGroupSnapshot(
            GetVolumeGroupSnapshotRequest request, StreamObserver<GetVolumeGroupSnapshotResponse> caller) {
        reply(caller, () -> {
            require(!request.getGroupSnapshotId().isEmpty(), "a group id is needed");
            StoredGroup found = state.groups.get(request.getGroupSnapshotId());
            if (found == null) {
                throw unknown("group", request.getGroupSnapshotId());
            }
            match(found, request.getSnapshotIdsList());
            return GetVolumeGroupSnapshotResponse.newBuilder()
                    .setGroupSnapshot(found.group())
                    .build();
        });
    }

    @Override
    public void deleteVolumeGroupSnapshot(
            DeleteVolumeGroupSnapshotRequest request, StreamObserver<DeleteVolumeGroupSnapshotResponse> caller) {
        reply(caller, () -> {
            require(!request.getGroupSnapshotId().isEmpty(), "a group id is needed");
            StoredGroup found = state.groups.get(request.getGroupSnapshotId());
            if (found != null) {
                match(found, request.getSnapshotIdsList());
                state.groups.remove(request.getGroupSnapshotId());
                found.group().getSnapshotsList().forEach(each -> snapshots.remove(each.getSnapshotId()));
            }
            return DeleteVolumeGroupSnapshotResponse.getDefaultInstance();
        });
    }

    private void match(StoredGroup found, List<String> ids) {
        Set<String> members = found.group().getSnapshotsList().stream()
                .map(Snapshot::getSnapshotId)
                .collect(Collectors.toSet());
        require(
                flaw == DriverFlaw.GROUP_MISMATCH_ACCEPTED || members.equals(Set.copyOf(ids)),
                "the group has other members");
    }
}
