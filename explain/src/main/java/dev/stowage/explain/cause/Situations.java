package dev.stowage.explain.cause;

import java.util.List;
import java.util.stream.Stream;

/// All situations that are known.
public final class Situations {
    public static final List<Situation> ALL = Stream.of(
                    BindingSituations.ALL,
                    SchedulingSituations.ALL,
                    AttachSituations.ALL,
                    MountSituations.ALL,
                    ChangeSituations.ALL,
                    SnapshotSituations.ALL)
            .flatMap(List::stream)
            .toList();

    private Situations() {}
}
