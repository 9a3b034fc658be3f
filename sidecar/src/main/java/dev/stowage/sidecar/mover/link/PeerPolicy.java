package dev.stowage.sidecar.mover.link;

import java.util.Optional;

/// What the mover of another node may do here at this moment. Called for each call, by many threads.
public interface PeerPolicy {

    /// Whether the volume moves to the peer's node, or the peer keeps a standby of it: it may take snapshots, and
    /// receive them.
    ///
    /// @param volumeHandle as the peer sent it: any text
    boolean mayRead(PeerIdentity peer, String volumeHandle);

    /// Whether the peer's node is to have the volume itself: it may also stop its use here, and delete the copy that
    /// is left.
    ///
    /// @param volumeHandle as the peer sent it: any text
    boolean mayTake(PeerIdentity peer, String volumeHandle);

    /// The volume of a snapshot that was taken for the peer's node; empty for every other snapshot.
    ///
    /// @param snapshotId as the peer sent it: any text
    Optional<String> volumeOf(PeerIdentity peer, String snapshotId);
}
