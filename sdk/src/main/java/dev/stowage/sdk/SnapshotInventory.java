package dev.stowage.sdk;

import java.io.IOException;
import java.util.Optional;

/// Finding and listing snapshots, for a driver whose storage keeps its own inventory. Declares LIST_SNAPSHOTS and
/// GET_SNAPSHOT. A driver with durable records does not need it: the records know.
public interface SnapshotInventory {

    Optional<Snapshot> findSnapshot(SnapshotId id) throws CsiException, IOException;

    /// @param of only snapshots of this volume, if given
    /// @param token where a page before this one said to go on; absent for the first page
    /// @param most how many entries at most; zero for as many as the driver likes
    ListPage<Snapshot> listSnapshots(Optional<VolumeId> of, Optional<String> token, int most)
            throws CsiException, IOException;

    Optional<GroupSnapshot> findGroup(GroupSnapshotId id) throws CsiException, IOException;
}
