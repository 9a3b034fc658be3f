package dev.stowage.driver.quota;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.HealthProblem.Kind;
import dev.stowage.sdk.VolumeId;

/// What can be wrong with the limit of a directory.
final class QuotaProblem {
    private QuotaProblem() {}

    static HealthProblem off(VolumeId id) {
        return degraded(
                "QuotaOff",
                ("the size of volume %s is not enforced: the file system of its pool is mounted without project"
                                + " quota; mount it with prjquota")
                        .formatted(id));
    }

    static HealthProblem otherLimit(VolumeMeta volume) {
        return degraded(
                "LimitDiffers",
                "volume %s is not limited to its size of %s%s; restart the driver to set the limit again"
                        .formatted(volume.id(), volume.size(), inodes(volume)));
    }

    private static String inodes(VolumeMeta volume) {
        InodeLimit limit = InodeLimit.of(volume.settings());
        return limit.isSet() ? " and %d inodes".formatted(limit.most()) : "";
    }

    static HealthProblem lost(ProjectNote note) {
        return degraded(
                "ProjectLost",
                ("the directory of volume %s is no longer in project %d, so its size is not enforced;"
                                + " run \"chattr -R -p %d\" on it, and \"chattr +P\" on its directories")
                        .formatted(note.volume(), note.project(), note.project()));
    }

    static HealthProblem others(ProjectNote note) {
        return degraded(
                "OtherProjects",
                ("volume %s contains files that a workload moved out of project %d, which its size does not"
                                + " limit; run \"chattr -R -p %d\" on its directory, and \"chattr +P\" on the directories in it")
                        .formatted(note.volume(), note.project(), note.project()));
    }

    private static HealthProblem degraded(String reason, String message) {
        return new HealthProblem(Kind.DEGRADED, reason, message);
    }
}
