package dev.stowage.sdk.service;

import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotResponse;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotResponse;
import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.Page;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The life of a snapshot.
record SnapshotCalls(Base base) {

    CreateSnapshotResponse create(CreateSnapshotRequest request) throws CsiException, IOException {
        SnapshotBooks books = books("CreateSnapshot");
        String name = Requests.required(request.getName(), "name");
        VolumeId source = Requests.volume(request.getSourceVolumeId(), "source_volume_id");
        NewSnapshot wanted = new NewSnapshot(
                SnapshotId.of(name),
                name,
                source,
                request.getParametersMap(),
                Wire.topology(request.getAccessibilityRequirements()),
                new Secrets(request.getSecretsMap()));
        if (base.hasPlace() && !wanted.topology().isMetBy(base.place())) {
            throw CsiException.exhausted(
                    "snapshots taken here can be restored at %s only, which is none of the places asked for"
                            .formatted(base.place()));
        }
        try (var _ = base.locks().exclusive(wanted.id());
                var _ = base.locks().shared(source)) {
            // A repeat is answered even when the volume has gone meanwhile; a new snapshot needs one.
            if (books.find(wanted.id()).isEmpty() && base.volumes().isPresent()) {
                base.volumes().get().require(source);
            }
            return CreateSnapshotResponse.newBuilder()
                    .setSnapshot(Wire.snapshot(placed(books.make(wanted))))
                    .build();
        }
    }

    DeleteSnapshotResponse delete(DeleteSnapshotRequest request) throws CsiException, IOException {
        SnapshotBooks books = books("DeleteSnapshot");
        Optional<SnapshotId> id = SnapshotId.parse(Requests.required(request.getSnapshotId(), "snapshot_id"));
        if (id.isPresent()) { // what could never have been a snapshot of ours is as good as deleted
            try (var _ = base.locks().exclusive(id.get())) {
                Optional<Snapshot> snapshot = books.find(id.get());
                if (snapshot.flatMap(Snapshot::group).isPresent()) {
                    throw CsiException.invalid("snapshot %s belongs to group %s; delete the group instead"
                            .formatted(
                                    id.get(), snapshot.flatMap(Snapshot::group).get()));
                }
                books.remove(id.get(), new Secrets(request.getSecretsMap()));
            }
        }
        return DeleteSnapshotResponse.getDefaultInstance();
    }

    ListSnapshotsResponse list(ListSnapshotsRequest request) throws CsiException, IOException {
        SnapshotBooks books = books("ListSnapshots");
        int most = Requests.most(request.getMaxEntries());
        Page<Snapshot> page = page(books, request, most);
        var answer = ListSnapshotsResponse.newBuilder().setNextToken(page.next().orElse(""));
        page.entries().forEach(snapshot -> answer.addEntriesBuilder().setSnapshot(Wire.snapshot(placed(snapshot))));
        return answer.build();
    }

    /// Asking for one snapshot, or for those of one volume, that does not exist gives an empty list, not an error.
    private static Page<Snapshot> page(SnapshotBooks books, ListSnapshotsRequest request, int most)
            throws CsiException, IOException {
        Optional<VolumeId> of = VolumeId.parse(request.getSourceVolumeId());
        if (!request.getSourceVolumeId().isEmpty() && of.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        if (!request.getSnapshotId().isEmpty()) {
            Optional<SnapshotId> id = SnapshotId.parse(request.getSnapshotId());
            Optional<Snapshot> snapshot = id.isEmpty() ? Optional.empty() : books.find(id.get());
            return new Page<>(
                    snapshot.filter(found -> of.isEmpty() || of.get().equals(found.of())).stream()
                            .toList(),
                    Optional.empty());
        }
        return books.list(of, Requests.token(request.getStartingToken()), most);
    }

    GetSnapshotResponse get(GetSnapshotRequest request) throws CsiException, IOException {
        SnapshotBooks books = books("GetSnapshot");
        return GetSnapshotResponse.newBuilder()
                .setSnapshot(
                        Wire.snapshot(placed(books.require(Requests.snapshot(request.getSnapshotId(), "snapshot_id")))))
                .build();
    }

    private SnapshotBooks books(String call) throws CsiException {
        return base.snapshots().orElseThrow(() -> CsiException.unimplemented(call + " is not offered by this driver"));
    }

    /// A driver that has a place has its snapshots there, unless it says otherwise.
    private Snapshot placed(Snapshot snapshot) {
        return base.hasPlace() && snapshot.accessibleFrom().isEmpty()
                ? snapshot.accessibleFrom(List.of(base.place()))
                : snapshot;
    }
}
