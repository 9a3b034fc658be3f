package dev.stowage.driver.btrfs;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.HealthProblem.Kind;
import dev.stowage.sdk.VolumeId;

/// What can be wrong with a subvolume.
final class SubvolumeProblem {
    private SubvolumeProblem() {}

    static HealthProblem notASubvolume(VolumeId id) {
        return new HealthProblem(
                Kind.DATA_LOSS,
                "SubvolumeMissing",
                "in the place of volume %s lies a plain directory; restore the volume from a snapshot".formatted(id));
    }

    static HealthProblem otherLimit(VolumeMeta volume) {
        return new HealthProblem(
                Kind.DEGRADED,
                "LimitDiffers",
                "volume %s is not limited to its size of %s; modify or expand it to set the limit again"
                        .formatted(volume.id(), volume.size()));
    }

    static HealthProblem lostCount(VolumeId id) {
        return new HealthProblem(
                Kind.DEGRADED,
                "QuotaInconsistent",
                "btrfs is counting the pool of volume %s anew; until it is done the size may not hold".formatted(id));
    }

    static HealthProblem nested(VolumeId id) {
        return new HealthProblem(
                Kind.DEGRADED,
                "NestedSubvolumes",
                ("a workload made subvolumes inside volume %s; they are outside of its size and of its snapshots;"
                                + " turn them into directories")
                        .formatted(id));
    }
}
