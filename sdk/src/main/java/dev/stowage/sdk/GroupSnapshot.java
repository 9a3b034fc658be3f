package dev.stowage.sdk;

import java.time.Instant;
import java.util.List;

/// A group of snapshots taken at one point in time; ready when every member is.
public record GroupSnapshot(GroupSnapshotId id, List<Snapshot> members, Instant takenAt) {

    public GroupSnapshot {
        members = List.copyOf(members);
    }

    public boolean ready() {
        return members.stream().allMatch(Snapshot::ready);
    }
}
