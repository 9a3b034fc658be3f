package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import java.util.List;

/// Why a volume is not mounted into its pod, or not unmounted.
public final class MountCauses {
    public static final List<Cause> ALL = List.of(
            new UnmountFailed(),
            new UnmountableFileSystem(),
            new StaleMount(),
            new CsiOperationTimeout(),
            new OrphanedMount(),
            new SlowFsGroupChange(),
            new MountFailed(),
            new VolumeConditionAbnormal(),
            new MountPending(),
            new MountTimeout());

    private MountCauses() {}
}
