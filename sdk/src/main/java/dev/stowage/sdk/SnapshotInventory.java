package dev.stowage.sdk;

import java.io.IOException;
import java.util.Optional;

/// Finds and lists snapshots, for a driver whose storage keeps its own inventory. Declares LIST_SNAPSHOTS and
/// GET_SNAPSHOT. A driver with durable records does not need it: the records have this information.
public interface SnapshotInventory {

    Optional<Snapshot> findSnapshot(SnapshotId id) throws CsiException, IOException;

    /// @param of only snapshots of this volume, if given
    /// @param token the token of the previous page; absent for the first page
    /// @param most the maximum number of entries; zero for the driver's choice
    ListPage<Snapshot> listSnapshots(Optional<VolumeId> of, Optional<String> token, int most)
            throws CsiException, IOException;

    Optional<GroupSnapshot> findGroup(GroupSnapshotId id) throws CsiException, IOException;
}
