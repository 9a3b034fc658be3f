package dev.stowage.sidecar.mover;

import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.Instant;
import java.util.Optional;

/// Everything that a decision about a standby rests on, read from the server and from the drivers for this decision.
///
/// @param node of the mover that decides, which keeps the copy
/// @param driver of that mover
/// @param claim that has the name in the standby, whatever its uid
/// @param volume that has the name in the status, or the one of the claim before there is a status
/// @param sourceCopy unknown while only snapshots are copied
/// @param liveness of the node that the volume is on
record StandbyState(
        VolumeStandby standby,
        String node,
        String driver,
        Instant now,
        Optional<PersistentVolumeClaim> claim,
        Optional<LiveVolume> volume,
        MoveNodes nodes,
        CopyState sourceCopy,
        CopyState targetCopy,
        NodeLiveness liveness,
        VolumeUse use) {

    StandbyStatus status() {
        return standby.status();
    }

    MoveSubject subject() {
        return status().subject().orElseThrow();
    }

    boolean isClaimThere() {
        return claim.filter(found -> found.meta().uid().equals(subject().claimUid()))
                .isPresent();
    }

    /// The VolumeMove, or the other standby, that has the volume; empty for none.
    String mover() {
        return isHeld() ? "" : volume.map(LiveVolume::holder).orElse("");
    }

    /// Whether no other may change the volume.
    boolean isHeld() {
        return volume.filter(live -> live.holder().equals(standby.holder())).isPresent();
    }

    /// Whether the volume is where it was when the copy began.
    boolean isVolumeAtSource() {
        return volume.filter(live -> nodes.of(live.object()).contains(subject().sourceNode()))
                .isPresent();
    }
}
