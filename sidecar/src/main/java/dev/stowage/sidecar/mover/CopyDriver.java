package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// A driver that has, or will have, a copy of a volume: that of this node, or that of another node, through the
/// mover there. Every call may be repeated.
public interface CopyDriver {

    /// @return empty when the driver has neither the volume nor a part of it
    Optional<Copy> find(String volume) throws PeerCallException;

    /// @return the id of the snapshot; empty while it is not ready to be sent
    TakenSnapshot createSnapshot(String volume, String name) throws PeerCallException;

    /// A snapshot that does not exist counts as deleted.
    void deleteSnapshot(String volume, String snapshot) throws PeerCallException;

    void fence(String volume, long generation, String destination) throws PeerCallException;

    /// @return the context of the volume
    Map<String, String> activate(String volume, long generation) throws PeerCallException;

    void abandon(String volume, long generation) throws PeerCallException;

    /// A copy that does not exist counts as deleted.
    void delete(String volume, long generation) throws PeerCallException;

    /// Deletes a fenced copy after a snapshot of it was taken.
    ///
    /// @return the id of the snapshot; empty when there is no copy
    String deleteKeeping(String volume, long generation, String snapshotName) throws PeerCallException;

    /// @param ready whether it can be sent
    /// @param takenAt what was written before it is in the snapshot
    record TakenSnapshot(String id, boolean ready, Instant takenAt) {}
}
