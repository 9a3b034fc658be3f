package dev.stowage.sdk.service;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshotId;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.NewGroupSnapshot;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;

/// The source of information about snapshots: the durable records, or the driver's own storage.
interface SnapshotRegistry {

    /// The requested snapshot, taken now or before.
    Snapshot create(NewSnapshot wanted) throws CsiException, IOException;

    void remove(SnapshotId id, Secrets secrets) throws CsiException, IOException;

    /// The current snapshot: one that was not ready is checked again.
    Optional<Snapshot> find(SnapshotId id) throws CsiException, IOException;

    ListPage<Snapshot> list(Optional<VolumeId> of, Optional<String> token, int most) throws CsiException, IOException;

    GroupSnapshot createGroup(NewGroupSnapshot wanted, GroupSnapshots driver) throws CsiException, IOException;

    void removeGroup(GroupSnapshotId id, Secrets secrets) throws CsiException, IOException;

    Optional<GroupSnapshot> findGroup(GroupSnapshotId id) throws CsiException, IOException;

    default Snapshot require(SnapshotId id) throws CsiException, IOException {
        return find(id).orElseThrow(() -> RequestFields.notFound("snapshot", id));
    }
}
