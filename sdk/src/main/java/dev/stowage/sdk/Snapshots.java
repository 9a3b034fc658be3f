package dev.stowage.sdk;

import java.io.IOException;

/// Snapshots and volumes made from them. Declares CREATE_DELETE_SNAPSHOT.
public interface Snapshots {

    /// Takes a snapshot with the id [NewSnapshot#id()]; returns once it is taken, even if it is not ready to
    /// use yet.
    Snapshot createSnapshot(NewSnapshot wanted) throws CsiException, IOException;

    /// Removes a snapshot, or what is left of one. Succeeds when there is nothing.
    void deleteSnapshot(SnapshotId id, Secrets secrets) throws CsiException, IOException;

    /// Like [Volumes#create], filled with what the snapshot holds. The snapshot is ready and stays while this
    /// runs.
    Volume restore(NewVolume wanted, Snapshot from) throws CsiException, IOException;

    /// Asked again about a snapshot that was not ready when it was last looked at.
    default Snapshot refresh(Snapshot known) throws CsiException, IOException {
        return known;
    }
}
