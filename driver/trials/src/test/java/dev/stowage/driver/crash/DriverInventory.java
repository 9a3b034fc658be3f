package dev.stowage.driver.crash;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Everything that a driver has created: files of its records and its pool, subvolumes, qgroups, loop devices,
/// logical volumes, mounts, and files at the orchestrator's paths. Two inventories are equal when nothing was left in
/// between.
final class DriverInventory {

    private static final Duration SOON = Duration.ofSeconds(90);

    private DriverInventory() {}

    static SortedSet<String> of(ScratchDirectory scratch, DriverVariant driverVariant) throws IOException {
        SortedSet<String> found = new TreeSet<>();
        for (String part : List.of("data", "work")) {
            files(scratch.path().resolve(part), found);
        }
        for (MountPoint mount : scratch.mounts()) {
            found.add("mount of " + mount.fsType() + " at " + mount.target());
            if (isPool(mount, scratch)) {
                subvolumes(mount.target(), found);
            }
        }
        found.addAll(driverVariant.elsewhere().list());
        for (LoopDevice loop : scratch.loops()) {
            found.add("loop device over " + loop.backingFile() + (loop.deleted() ? " (deleted)" : ""));
        }
        return found;
    }

    /// The contents of published volumes belong to workloads and are not listed.
    static void files(Path top, SortedSet<String> found) throws IOException {
        try (Stream<Path> paths = Files.walk(top)) {
            paths.filter(path -> !path.toString().contains("/lost+found") && !isContent(path) && !isEmptyBook(path))
                    .forEach(path -> found.add("file " + path));
        }
    }

    /// A partly written record of the pool is not a leftover of a volume: the next one replaces it.
    private static boolean isContent(Path path) {
        String name = String.valueOf(path.getFileName());
        return name.startsWith(VolumeLifecycle.CONTENT) || name.equals(".pool.json");
    }

    /// The directory for records is created with the first record and stays.
    private static boolean isEmptyBook(Path path) {
        return Files.isDirectory(path) && path.toString().contains("/data/notes");
    }

    private static void subvolumes(Path pool, SortedSet<String> found) throws IOException {
        CommandRunner.run(SOON, List.of("btrfs", "subvolume", "list", pool.toString()))
                .lines()
                .forEach(line -> found.add("subvolume " + line.substring(line.indexOf(" path ") + 1)));
    }

    /// Counted separately: the kernel removes a qgroup some time after its subvolume.
    static long qgroups(ScratchDirectory scratch) throws IOException {
        long count = 0;
        for (MountPoint mount : scratch.mounts()) {
            if (isPool(mount, scratch)) {
                count += CommandRunner.run(
                                SOON,
                                List.of(
                                        "btrfs",
                                        "qgroup",
                                        "show",
                                        "--raw",
                                        mount.target().toString()))
                        .lines()
                        .filter(line -> line.matches("\\s*[0-9]+/[0-9]+.*"))
                        .count();
            }
        }
        return count;
    }

    private static boolean isPool(MountPoint mount, ScratchDirectory scratch) {
        return mount.fsType().equals("btrfs")
                && mount.target().startsWith(scratch.path().resolve("data"));
    }
}
