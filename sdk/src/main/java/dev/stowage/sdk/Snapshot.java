package dev.stowage.sdk;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A snapshot that exists.
///
/// @param id its id
/// @param of the volume it was taken of, which may be deleted by now
/// @param size the least size of a volume restored from it; zero if unknown
/// @param takenAt the time of the snapshot
/// @param ready whether a volume can be restored from it yet
/// @param group the group it was taken with
/// @param accessibleFrom the places it can be restored at; empty for everywhere, or for the driver's own place
public record Snapshot(
        SnapshotId id,
        VolumeId of,
        Bytes size,
        Instant takenAt,
        boolean ready,
        Optional<GroupSnapshotId> group,
        List<Topology> accessibleFrom) {

    public Snapshot {
        accessibleFrom = List.copyOf(accessibleFrom);
    }

    /// A snapshot that is complete.
    public static Snapshot of(SnapshotId id, VolumeId volume, Bytes size, Instant takenAt) {
        return new Snapshot(id, volume, size, takenAt, true, Optional.empty(), List.of());
    }

    public Snapshot ready(boolean now) {
        return new Snapshot(id, of, size, takenAt, now, group, accessibleFrom);
    }

    public Snapshot accessibleFrom(List<Topology> places) {
        return new Snapshot(id, of, size, takenAt, ready, group, places);
    }

    public Snapshot inGroup(GroupSnapshotId with) {
        return new Snapshot(id, of, size, takenAt, ready, Optional.of(with), accessibleFrom);
    }
}
