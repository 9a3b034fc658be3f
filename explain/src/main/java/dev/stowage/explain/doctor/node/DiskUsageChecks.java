package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.flags.ByteSize;
import dev.stowage.linux.file.FileSystems;
import java.util.List;

/// The usage of the disks that volumes and pods need.
final class DiskUsageChecks {
    /// Where the kubelet begins to evict pods by default.
    private static final double NODE_FULL = 0.10;

    private static final double NODE_INODES_FULL = 0.05;
    private static final double NEARLY = 0.20;

    private DiskUsageChecks() {}

    static List<CheckResult> of(List<DiskUsage> disks) {
        return disks.stream()
                .flatMap(diskUsage -> diskUsage
                        .stats()
                        .check(
                                "disk-" + diskUsage.use(),
                                stats -> List.of(bytes(diskUsage, stats), inodes(diskUsage, stats)))
                        .stream())
                .toList();
    }

    private static CheckResult bytes(DiskUsage diskUsage, FileSystems.Stats stats) {
        double free = share(stats.availableBytes(), stats.totalBytes());
        String text = "%s has %s of %s free (%.0f %%)."
                .formatted(diskUsage.folder(), size(stats.availableBytes()), size(stats.totalBytes()), free * 100);
        return graded("disk-" + diskUsage.use(), free, NODE_FULL, text, "Free space, or expand the file system.");
    }

    private static CheckResult inodes(DiskUsage diskUsage, FileSystems.Stats stats) {
        String name = "inodes-" + diskUsage.use();
        if (stats.inodes() == 0) {
            return CheckResult.ok(name, diskUsage.folder() + " allocates inodes dynamically.");
        }
        double free = share(stats.freeInodes(), stats.inodes());
        String text = "%s has %d of %d inodes free (%.0f %%)."
                .formatted(diskUsage.folder(), stats.freeInodes(), stats.inodes(), free * 100);
        return graded(name, free, NODE_INODES_FULL, text, "Remove small files; inodes cannot be added to ext4.");
    }

    private static CheckResult graded(String name, double free, double full, String text, String remedy) {
        if (free < full) {
            return CheckResult.bad(name, text, remedy);
        }
        return free < NEARLY ? CheckResult.warn(name, text, remedy) : CheckResult.ok(name, text);
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / whole;
    }

    private static String size(long bytes) {
        return ByteSize.format(bytes);
    }
}
