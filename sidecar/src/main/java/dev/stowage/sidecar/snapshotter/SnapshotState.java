package dev.stowage.sidecar.snapshotter;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.v1.Snapshot;
import org.jspecify.annotations.Nullable;

/// The state of a snapshot according to the driver.
///
/// @param created nanoseconds since 1970; null when unknown
/// @param size bytes that a restored volume needs; 0 when unknown
/// @param groupHandle empty for a snapshot without a group
record SnapshotState(String handle, boolean ready, @Nullable Long created, long size, String groupHandle) {
    private static final long NANOS = 1_000_000_000L;

    static SnapshotState of(Snapshot snapshot) {
        return new SnapshotState(
                snapshot.getSnapshotId(),
                snapshot.getReadyToUse(),
                snapshot.hasCreationTime() ? nanos(snapshot.getCreationTime()) : null,
                snapshot.getSizeBytes(),
                snapshot.getGroupSnapshotId());
    }

    /// Of a snapshot whose status the driver cannot report: assumed to be ready.
    static SnapshotState assumed(String handle) {
        return new SnapshotState(handle, true, null, 0, "");
    }

    static long nanos(Timestamp time) {
        return time.getSeconds() * NANOS + time.getNanos();
    }

    /// As created by us: the group, if the driver returns one, is ignored.
    SnapshotState alone() {
        return new SnapshotState(handle, ready, created, size, "");
    }
}
