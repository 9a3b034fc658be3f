package dev.stowage.sidecar.snapshotter;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.v1.Snapshot;
import org.jspecify.annotations.Nullable;

/// What the driver says of a snapshot.
///
/// @param created nanoseconds since 1970; null when it does not say
/// @param size bytes that a volume made of it needs; 0 when it does not say
/// @param groupHandle empty for a snapshot of its own
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

    /// Of a snapshot that the driver cannot be asked about: what exists is taken to be good.
    static SnapshotState assumed(String handle) {
        return new SnapshotState(handle, true, null, 0, "");
    }

    static long nanos(Timestamp time) {
        return time.getSeconds() * NANOS + time.getNanos();
    }

    /// As taken by us: the group, if the driver names one, is not the content's business.
    SnapshotState alone() {
        return new SnapshotState(handle, ready, created, size, "");
    }
}
