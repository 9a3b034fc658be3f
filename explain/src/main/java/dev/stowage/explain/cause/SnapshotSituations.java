package dev.stowage.explain.cause;

import dev.stowage.explain.cause.snapshot.BeingMade;
import dev.stowage.explain.cause.snapshot.ContentMissing;
import dev.stowage.explain.cause.snapshot.Going;
import dev.stowage.explain.cause.snapshot.Refused;
import dev.stowage.explain.cause.snapshot.RestoreSource;
import dev.stowage.explain.cause.snapshot.TakenFrom;
import dev.stowage.explain.cause.snapshot.Unserved;
import java.util.List;

/// Why a snapshot is not made, not used, or does not go.
final class SnapshotSituations {
    static final List<Situation> ALL = List.of(
            new RestoreSource(),
            new TakenFrom(),
            new ContentMissing(),
            new Unserved(),
            new Refused(),
            new Going(),
            new BeingMade());

    private SnapshotSituations() {}
}
