package dev.stowage.sdk;

import java.io.IOException;

/// Snapshots and volumes made from them. Declares CREATE_DELETE_SNAPSHOT.
public interface Snapshots {

    /// Takes a snapshot with the id [NewSnapshot#id()]; returns once it is taken, even if it is not ready to
    /// use yet.
    Snapshot createSnapshot(NewSnapshot wanted) throws CsiException, IOException;

    /// Deletes a snapshot, or the remains of one. Succeeds when there is nothing.
    void deleteSnapshot(SnapshotId id, Secrets secrets) throws CsiException, IOException;

    /// Like [Volumes#create], but with the content of the snapshot. The snapshot is ready and is not deleted
    /// while this runs.
    Volume restore(NewVolume wanted, Snapshot from) throws CsiException, IOException;

    /// The current state of a snapshot that was not ready at the last check.
    ///
    /// @throws CsiException when it will never be ready; callers that wait for it get this answer
    default Snapshot refresh(Snapshot known) throws CsiException, IOException {
        return known;
    }
}
