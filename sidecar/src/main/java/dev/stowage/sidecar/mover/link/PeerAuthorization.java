package dev.stowage.sidecar.mover.link;

import com.google.protobuf.Message;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import java.util.Optional;

/// Decides whether a peer may make a call. A request of a type that is not here is refused.
///
/// @param snapshotPrefix what the names of snapshots that peers take begin with, so that they never meet another
///     snapshot by its name
record PeerAuthorization(PeerPolicy policy, TakenSnapshots taken, String snapshotPrefix) {

    boolean allows(PeerIdentity peer, Message request) {
        return switch (request) {
            case GetCopyRequest get -> policy.mayRead(peer, get.getVolumeId());
            // A volume is fenced for the peer's node only: anywhere else it would not be awaited.
            case FenceRequest fence ->
                fence.getDestination().equals(peer.node()) && policy.mayTake(peer, fence.getVolumeId());
            case ActivateRequest activate -> policy.mayTake(peer, activate.getVolumeId());
            case DeleteCopyRequest delete ->
                isNameOfSnapshot(delete.getSnapshotName(), true) && policy.mayTake(peer, delete.getVolumeId());
            case SendRequest send -> allowsSend(peer, send);
            case CreateSnapshotRequest create ->
                isNameOfSnapshot(create.getName(), false) && policy.mayRead(peer, create.getSourceVolumeId());
            case DeleteSnapshotRequest delete ->
                volumeOf(peer, delete.getSnapshotId()).isPresent();
            default -> false;
        };
    }

    private boolean allowsSend(PeerIdentity peer, SendRequest send) {
        Optional<String> volume = switch (send.getSourceCase()) {
            case SNAPSHOT_ID -> volumeOf(peer, send.getSnapshotId());
            case VOLUME_ID -> Optional.of(send.getVolumeId()).filter(handle -> policy.mayTake(peer, handle));
            case SOURCE_NOT_SET -> Optional.empty();
        };
        return volume.isPresent()
                && (send.getBaseSnapshotId().isEmpty()
                        || volumeOf(peer, send.getBaseSnapshotId()).equals(volume));
    }

    /// The volume of a snapshot that the peer may use.
    private Optional<String> volumeOf(PeerIdentity peer, String snapshotId) {
        return taken.volumeOf(snapshotId)
                .or(() -> policy.volumeOf(peer, snapshotId))
                .filter(volume -> policy.mayRead(peer, volume));
    }

    private boolean isNameOfSnapshot(String name, boolean orNone) {
        return name.startsWith(snapshotPrefix) || (orNone && name.isEmpty());
    }
}
