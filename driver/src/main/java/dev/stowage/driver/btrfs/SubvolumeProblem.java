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
                "volume %s is a plain directory instead of a subvolume; restore it from a snapshot".formatted(id));
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
                "btrfs is rescanning the qgroups of the pool of volume %s; its size may not be enforced until that is done"
                        .formatted(id));
    }

    static HealthProblem nested(VolumeId id) {
        return new HealthProblem(
                Kind.DEGRADED,
                "NestedSubvolumes",
                ("volume %s contains subvolumes created by a workload, which its size limit and snapshots do not cover;"
                                + " replace them with directories")
                        .formatted(id));
    }
}
