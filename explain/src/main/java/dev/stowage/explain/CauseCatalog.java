package dev.stowage.explain;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.attachdetach.AttachCauses;
import dev.stowage.explain.cause.binding.BindingCauses;
import dev.stowage.explain.cause.deletion.DeletionCauses;
import dev.stowage.explain.cause.mount.MountCauses;
import dev.stowage.explain.cause.resize.ResizeCauses;
import dev.stowage.explain.cause.scheduling.SchedulingCauses;
import dev.stowage.explain.cause.snapshot.SnapshotCauses;
import java.util.List;
import java.util.stream.Stream;

/// All known causes. Findings of equal rank keep this order.
public final class CauseCatalog {
    public static final List<Cause> ALL = Stream.of(
                    BindingCauses.ALL,
                    SchedulingCauses.ALL,
                    AttachCauses.ALL,
                    MountCauses.ALL,
                    DeletionCauses.ALL,
                    ResizeCauses.ALL,
                    SnapshotCauses.ALL)
            .flatMap(List::stream)
            .toList();

    private CauseCatalog() {}
}
