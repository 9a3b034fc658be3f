package dev.stowage.sdk;

import java.util.Optional;

/// The id of a group snapshot. Safe as a file name: it holds no slash, no control character, and does not start
/// with a dot.
public record GroupSnapshotId(String value) implements Comparable<GroupSnapshotId> {

    public GroupSnapshotId {
        IdFormat.check(value);
    }

    /// The id of the group snapshot with this name: a digest, so user text never becomes a path.
    public static GroupSnapshotId of(String name) {
        return new GroupSnapshotId(IdFormat.fromName(name));
    }

    /// The id in a request, or nothing when no group snapshot of ours could ever have had it.
    public static Optional<GroupSnapshotId> parse(String text) {
        return IdFormat.isSafe(text) ? Optional.of(new GroupSnapshotId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(GroupSnapshotId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
