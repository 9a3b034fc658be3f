package dev.stowage.control.snapshot;

import java.time.Duration;

/// How snapshots are looked after.
///
/// @param workers how many snapshots are looked at once, and as many groups
/// @param resync how often everything is looked at though nothing changed; zero for never
/// @param distributed whether each node's csi-snapshotter looks after the snapshots of its own volumes
/// @param keepMode whether contents note the mode of their volume
public record SnapshotOptions(
        int workers,
        Duration resync,
        Duration retryFirst,
        Duration retryLongest,
        boolean distributed,
        boolean keepMode) {

    public SnapshotOptions {
        if (workers < 1) {
            throw new IllegalArgumentException("there must be at least one worker");
        }
        if (!retryFirst.isPositive() || retryLongest.compareTo(retryFirst) < 0) {
            throw new IllegalArgumentException(
                    "the first pause after a failure must be positive and no longer than the longest");
        }
    }
}
