package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Cause;
import java.util.List;

/// Why a snapshot is not taken, not usable, or not deleted.
public final class SnapshotCauses {
    public static final List<Cause> ALL = List.of(
            new InvalidDataSource(),
            new InvalidSnapshotSource(),
            new SnapshotContentMissing(),
            new SnapshotControllerMissing(),
            new SnapshotFailed(),
            new SnapshotTerminating(),
            new SnapshotNotReady());

    private SnapshotCauses() {}
}
