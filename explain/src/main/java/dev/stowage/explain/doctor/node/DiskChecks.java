package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import dev.stowage.flags.ByteSize;
import dev.stowage.linux.file.FileSystems;
import java.util.List;

/// How full the disks are that volumes and pods need.
final class DiskChecks {
    /// Where the kubelet begins to evict pods by default.
    private static final double NODE_FULL = 0.10;

    private static final double NODE_INODES_FULL = 0.05;
    private static final double NEARLY = 0.20;

    private DiskChecks() {}

    static List<Check> of(List<Disk> disks) {
        return disks.stream()
                .flatMap(disk -> disk
                        .stats()
                        .judge("disk-" + disk.use(), stats -> List.of(bytes(disk, stats), inodes(disk, stats)))
                        .stream())
                .toList();
    }

    private static Check bytes(Disk disk, FileSystems.Stats stats) {
        double free = share(stats.availableBytes(), stats.totalBytes());
        String text = "%s has %s of %s free (%.0f %%)."
                .formatted(disk.folder(), size(stats.availableBytes()), size(stats.totalBytes()), free * 100);
        return graded("disk-" + disk.use(), free, NODE_FULL, text, "Free space, or grow the file system.");
    }

    private static Check inodes(Disk disk, FileSystems.Stats stats) {
        String name = "inodes-" + disk.use();
        if (stats.inodes() == 0) {
            return Check.ok(name, disk.folder() + " makes inodes as they are needed.");
        }
        double free = share(stats.freeInodes(), stats.inodes());
        String text = "%s has %d of %d inodes free (%.0f %%)."
                .formatted(disk.folder(), stats.freeInodes(), stats.inodes(), free * 100);
        return graded(name, free, NODE_INODES_FULL, text, "Remove small files; inodes cannot be added to ext4.");
    }

    private static Check graded(String name, double free, double full, String text, String remedy) {
        if (free < full) {
            return Check.bad(name, text, remedy);
        }
        return free < NEARLY ? Check.warn(name, text, remedy) : Check.ok(name, text);
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / whole;
    }

    private static String size(long bytes) {
        return ByteSize.format(bytes);
    }
}
