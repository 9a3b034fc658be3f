package dev.stowage.driver.backend;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.time.Instant;

/// What is written beside a snapshot's data.
///
/// @param id the snapshot
/// @param of the volume it was taken of
/// @param size the size of that volume then
/// @param fsType the file system in it; empty for a raw device or a directory
/// @param block whether it is of a raw device
/// @param takenAt the time of the snapshot
/// @param complete whether all data is there; a copy is incomplete until it is done
public record SnapshotMeta(
        SnapshotId id, VolumeId of, Bytes size, String fsType, boolean block, Instant takenAt, boolean complete) {

    public SnapshotMeta asComplete() {
        return new SnapshotMeta(id, of, size, fsType, block, takenAt, true);
    }
}
