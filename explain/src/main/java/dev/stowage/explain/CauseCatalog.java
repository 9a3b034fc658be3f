package dev.stowage.explain;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.attachdetach.AttachCauses;
import dev.stowage.explain.cause.mount.MountCauses;
import dev.stowage.explain.cause.resize.ResizeCauses;
import dev.stowage.explain.cause.snapshot.SnapshotCauses;
import java.util.List;
import java.util.stream.Stream;

/// All situations that are known.
public final class CauseCatalog {
    public static final List<Cause> ALL = Stream.of(
                    BindingCauseList.ALL,
                    SchedulingCauseList.ALL,
                    AttachCauses.ALL,
                    MountCauses.ALL,
                    ResizeCauses.ALL,
                    SnapshotCauses.ALL)
            .flatMap(List::stream)
            .toList();

    private CauseCatalog() {}
}
