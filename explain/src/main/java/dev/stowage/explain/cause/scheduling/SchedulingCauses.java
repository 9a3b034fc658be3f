package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import java.util.List;
import java.util.stream.Stream;

/// Why a pod with volumes is not scheduled.
public final class SchedulingCauses {
    private static final List<Cause> OF_VOLUMES = List.of(
            new ClaimNotFound(),
            new ClaimUnusable(),
            new ReadWriteOncePodConflict(),
            new VolumeNodeAffinityConflict(),
            new InsufficientStorageCapacity(),
            new MaxVolumeCountExceeded(),
            new UnboundClaim());

    public static final List<Cause> ALL = Stream.concat(
                    OF_VOLUMES.stream(), Stream.of(new PodUnschedulable(OF_VOLUMES)))
            .toList();

    private SchedulingCauses() {}
}
