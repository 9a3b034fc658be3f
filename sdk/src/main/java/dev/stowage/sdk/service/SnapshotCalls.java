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
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The life of a snapshot.
record SnapshotCalls(ServiceContext serviceContext) {

    CreateSnapshotResponse create(CreateSnapshotRequest request) throws CsiException, IOException {
        SnapshotRegistry registry = registry("CreateSnapshot");
        String name = RequestFields.required(request.getName(), "name");
        VolumeId source = RequestFields.volume(request.getSourceVolumeId(), "source_volume_id");
        NewSnapshot wanted = new NewSnapshot(
                SnapshotId.of(name),
                name,
                source,
                request.getParametersMap(),
                ProtoConverter.topology(request.getAccessibilityRequirements()),
                new Secrets(request.getSecretsMap()));
        serviceContext.requireAccessible(wanted.topology(), "snapshots");
        try (var _ = serviceContext.operationLocks().exclusive(wanted.id());
                var _ = serviceContext.operationLocks().shared(source)) {
            // A repeat is answered even if the volume was deleted meanwhile; a new snapshot needs the volume.
            if (registry.find(wanted.id()).isEmpty() && serviceContext.volumes().isPresent()) {
                serviceContext.volumes().get().require(source);
            }
            return CreateSnapshotResponse.newBuilder()
                    .setSnapshot(ProtoConverter.snapshot(placed(registry.create(wanted), wanted)))
                    .build();
        }
    }

    DeleteSnapshotResponse delete(DeleteSnapshotRequest request) throws CsiException, IOException {
        SnapshotRegistry registry = registry("DeleteSnapshot");
        Optional<SnapshotId> id = SnapshotId.parse(RequestFields.required(request.getSnapshotId(), "snapshot_id"));
        if (id.isPresent()) { // what could never have been a snapshot of ours is as good as deleted
            try (var _ = serviceContext.operationLocks().exclusive(id.get())) {
                Optional<Snapshot> snapshot = registry.find(id.get());
                if (snapshot.flatMap(Snapshot::group).isPresent()) {
                    throw CsiException.invalidArgument("snapshot %s belongs to group %s; delete the group instead"
                            .formatted(
                                    id.get(), snapshot.flatMap(Snapshot::group).get()));
                }
                registry.remove(id.get(), new Secrets(request.getSecretsMap()));
            }
        }
        return DeleteSnapshotResponse.getDefaultInstance();
    }

    ListSnapshotsResponse list(ListSnapshotsRequest request) throws CsiException, IOException {
        SnapshotRegistry registry = registry("ListSnapshots");
        int most = RequestFields.maxEntries(request.getMaxEntries());
        ListPage<Snapshot> page = page(registry, request, most);
        var answer = ListSnapshotsResponse.newBuilder().setNextToken(page.next().orElse(""));
        page.entries()
                .forEach(snapshot -> answer.addEntriesBuilder().setSnapshot(ProtoConverter.snapshot(placed(snapshot))));
        return answer.build();
    }

    /// Asking for one snapshot, or for those of one volume, that does not exist gives an empty list, not an error.
    private static ListPage<Snapshot> page(SnapshotRegistry registry, ListSnapshotsRequest request, int most)
            throws CsiException, IOException {
        Optional<VolumeId> of = VolumeId.parse(request.getSourceVolumeId());
        if (!request.getSourceVolumeId().isEmpty() && of.isEmpty()) {
            return new ListPage<>(List.of(), Optional.empty());
        }
        if (!request.getSnapshotId().isEmpty()) {
            Optional<SnapshotId> id = SnapshotId.parse(request.getSnapshotId());
            Optional<Snapshot> snapshot = id.isEmpty() ? Optional.empty() : registry.find(id.get());
            return new ListPage<>(
                    snapshot.filter(found -> of.isEmpty() || of.get().equals(found.of())).stream()
                            .toList(),
                    Optional.empty());
        }
        return registry.list(of, RequestFields.token(request.getStartingToken()), most);
    }

    GetSnapshotResponse get(GetSnapshotRequest request) throws CsiException, IOException {
        SnapshotRegistry registry = registry("GetSnapshot");
        return GetSnapshotResponse.newBuilder()
                .setSnapshot(ProtoConverter.snapshot(
                        placed(registry.require(RequestFields.snapshot(request.getSnapshotId(), "snapshot_id")))))
                .build();
    }

    private SnapshotRegistry registry(String call) throws CsiException {
        return serviceContext
                .snapshots()
                .orElseThrow(() -> CsiException.unimplemented(call + " is not supported by this driver"));
    }

    /// The topology is optional in this answer, and a caller that asked for this one alone knows it. csi-sanity
    /// accepts no other answer to such a call: it compares the topology with one that it sent itself, including
    /// what the Go library caches in a message that was sent. Queries always report the topology.
    private Snapshot placed(Snapshot made, NewSnapshot wanted) {
        List<Topology> requisite = wanted.topology().requisite();
        Snapshot snapshot = placed(made);
        boolean isKnown = !requisite.isEmpty()
                && snapshot.accessibleFrom()
                        .equals(requisite.stream().distinct().toList());
        return isKnown ? snapshot.accessibleFrom(List.of()) : snapshot;
    }

    private Snapshot placed(Snapshot snapshot) {
        return snapshot.accessibleFrom(serviceContext.placed(snapshot.accessibleFrom()));
    }
}
