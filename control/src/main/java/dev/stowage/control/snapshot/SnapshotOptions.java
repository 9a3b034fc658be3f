package dev.stowage.control.snapshot;

import java.time.Duration;

/// Options of the snapshot controller.
///
/// @param workers number of snapshots reconciled at the same time, and of groups
/// @param resync interval between full resyncs; zero for none
/// @param distributed whether each node's csi-snapshotter handles the snapshots of its own volumes
/// @param keepMode whether contents record the mode of their volume
public record SnapshotOptions(
        int workers,
        Duration resync,
        Duration retryFirst,
        Duration retryLongest,
        boolean distributed,
        boolean keepMode) {

    public SnapshotOptions {
        if (workers < 1) {
            throw new IllegalArgumentException("worker-threads must be at least 1");
        }
        if (!retryFirst.isPositive() || retryLongest.compareTo(retryFirst) < 0) {
            throw new IllegalArgumentException(
                    "retry-interval-start must be positive and not longer than retry-interval-max");
        }
    }
}
