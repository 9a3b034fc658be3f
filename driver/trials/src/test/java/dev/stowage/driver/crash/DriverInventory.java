package dev.stowage.driver.crash;

import dev.stowage.driver.exec.CommandRunner;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Everything that a driver has made: files of its books and its pool, subvolumes, qgroups, loop devices,
/// mounts, and what lies where the orchestrator lets it mount. Two of these are equal when nothing was left
/// between them.
final class DriverInventory {

    private static final Duration SOON = Duration.ofSeconds(90);

    private DriverInventory() {}

    static SortedSet<String> of(ScratchDirectory scratch) throws IOException {
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
        for (LoopDevice loop : scratch.loops()) {
            found.add("loop device over " + loop.backingFile() + (loop.deleted() ? " (deleted)" : ""));
        }
        return found;
    }

    /// What a workload wrote is not the driver's: a published volume is looked at, but not into.
    private static void files(Path top, SortedSet<String> found) throws IOException {
        try (Stream<Path> paths = Files.walk(top)) {
            paths.filter(path -> !path.toString().contains("/lost+found") && !isContent(path) && !isEmptyBook(path))
                    .forEach(path -> found.add("file " + path));
        }
    }

    /// Nor is the pool's own note, half written, anything that was left of a volume: the next one takes its place.
    private static boolean isContent(Path path) {
        String name = String.valueOf(path.getFileName());
        return name.startsWith(VolumeLifecycle.CONTENT) || name.equals(".pool.json");
    }

    /// The folder for notes is made with the first note and stays.
    private static boolean isEmptyBook(Path path) {
        return Files.isDirectory(path) && path.toString().contains("/data/notes");
    }

    private static void subvolumes(Path pool, SortedSet<String> found) throws IOException {
        CommandRunner.run(SOON, List.of("btrfs", "subvolume", "list", pool.toString()))
                .lines()
                .forEach(line -> found.add("subvolume " + line.substring(line.indexOf(" path ") + 1)));
    }

    /// Apart from the rest: the kernel lets go of a qgroup some time after its subvolume.
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
