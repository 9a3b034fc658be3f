package dev.stowage.sdk;

import java.util.Optional;

/// The id of a snapshot. Safe as a file name: it holds no slash, no control character, and does not start with
/// a dot.
public record SnapshotId(String value) implements Comparable<SnapshotId> {

    public SnapshotId {
        IdFormat.check(value);
    }

    /// The id of the snapshot with this name: a digest, so user text never becomes a path.
    public static SnapshotId of(String name) {
        return new SnapshotId(IdFormat.fromName(name));
    }

    /// The id in a request, or nothing when no snapshot of ours could ever have had it.
    public static Optional<SnapshotId> parse(String text) {
        return IdFormat.isSafe(text) ? Optional.of(new SnapshotId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(SnapshotId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
