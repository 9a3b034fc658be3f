package dev.stowage.testkit;

import static dev.stowage.testkit.ReferenceResponder.refusal;
import static dev.stowage.testkit.ReferenceResponder.require;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.testkit.ReferenceState.StoredSnapshot;
import dev.stowage.testkit.ReferenceState.StoredVolume;
import io.grpc.Status;
import java.time.Instant;
import java.util.List;

/// The snapshots of the reference driver, single and in groups.
record ReferenceSnapshots(ReferenceState state, ReferenceStorage referenceStorage, DriverFlaw driverFlaw) {

    Snapshot create(CreateSnapshotRequest request) {
        require(!request.getName().isEmpty(), "a name is needed");
        StoredVolume volume = state.volume(request.getSourceVolumeId());
        StoredSnapshot existing = state.snapshots.values().stream()
                .filter(each -> each.name().equals(request.getName()))
                .findFirst()
                .orElse(null);
        if (existing == null || driverFlaw == DriverFlaw.SNAPSHOT_NEW_EACH_TIME) {
            return cut(request.getName(), volume, "");
        }
        if (!existing.snapshot().getSourceVolumeId().equals(request.getSourceVolumeId())
                && driverFlaw != DriverFlaw.SNAPSHOT_CONFLICT_IGNORED) {
            throw refusal(Status.ALREADY_EXISTS, "there is another snapshot named " + request.getName());
        }
        return existing.snapshot();
    }

    Snapshot cut(String name, StoredVolume volume, String group) {
        Snapshot snapshot = Snapshot.newBuilder()
                .setSnapshotId(state.newId("snap"))
                .setSourceVolumeId(volume.volume().getVolumeId())
                .setSizeBytes(volume.volume().getCapacityBytes())
                .setCreationTime(Timestamp.newBuilder().setSeconds(Instant.now().getEpochSecond()))
                .setReadyToUse(true)
                .setGroupSnapshotId(group)
                .addAllAccessibleTopology(
                        driverFlaw == DriverFlaw.SNAPSHOT_PLACE_UNDECLARED ? List.of(ReferenceState.PLACE) : List.of())
                .build();
        referenceStorage.copy(volume.volume().getVolumeId(), snapshot.getSnapshotId());
        state.snapshots.put(snapshot.getSnapshotId(), new StoredSnapshot(name, snapshot, volume.block()));
        return snapshot;
    }

    DeleteSnapshotResponse delete(DeleteSnapshotRequest request) {
        require(!request.getSnapshotId().isEmpty(), "a snapshot id is needed");
        StoredSnapshot found = state.snapshots.get(request.getSnapshotId());
        require(
                driverFlaw == DriverFlaw.GROUP_MEMBER_DELETABLE
                        || found == null
                        || found.snapshot().getGroupSnapshotId().isEmpty(),
                "the snapshot belongs to a group");
        remove(request.getSnapshotId());
        return DeleteSnapshotResponse.getDefaultInstance();
    }

    void remove(String id) {
        if (state.snapshots.remove(id) != null) {
            referenceStorage.delete(id);
        }
    }

    ListSnapshotsResponse list(ListSnapshotsRequest request) {
        List<Snapshot> found = state.snapshots.values().stream()
                .map(StoredSnapshot::snapshot)
                .filter(each -> request.getSnapshotId().isEmpty()
                        || each.getSnapshotId().equals(request.getSnapshotId()))
                .filter(each -> request.getSourceVolumeId().isEmpty()
                        || driverFlaw == DriverFlaw.SNAPSHOT_FILTER_IGNORED
                        || each.getSourceVolumeId().equals(request.getSourceVolumeId()))
                .toList();
        ReferencePage<Snapshot> page =
                new ReferencePage<>(driverFlaw, found, request.getMaxEntries(), request.getStartingToken());
        ListSnapshotsResponse.Builder list = ListSnapshotsResponse.newBuilder().setNextToken(page.next());
        page.entries()
                .forEach(each ->
                        list.addEntries(ListSnapshotsResponse.Entry.newBuilder().setSnapshot(each)));
        return list.build();
    }
}
