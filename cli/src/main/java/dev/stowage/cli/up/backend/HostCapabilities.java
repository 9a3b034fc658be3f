package dev.stowage.cli.up.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What this machine supports.
///
/// @param root real root, not the root of a user namespace
/// @param programs the installed mkfs programs
public record HostCapabilities(boolean root, boolean hasLoopDevices, Set<String> fileSystems, Set<String> programs) {
    private static final List<String> KNOWN = List.of("ext4", "xfs", "btrfs");
    private static final List<Path> FOLDERS = List.of(
            Path.of("/usr/sbin"), Path.of("/sbin"), Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/local/sbin"));

    public HostCapabilities {
        fileSystems = Set.copyOf(fileSystems);
        programs = Set.copyOf(programs);
    }

    public static HostCapabilities detect() throws IOException {
        Path control = Path.of("/dev/loop-control");
        Set<String> programs = new HashSet<>();
        for (String name : KNOWN) {
            String program = "mkfs." + name;
            if (FOLDERS.stream().anyMatch(folder -> Files.isExecutable(folder.resolve(program)))) {
                programs.add(program);
            }
        }
        return new HostCapabilities(isTrueRoot(), Files.isWritable(control), readFileSystems(), programs);
    }

    boolean canMake(String fileSystem) {
        return fileSystems.contains(fileSystem) && programs.contains("mkfs." + fileSystem);
    }

    /// Root in the initial user namespace.
    public static boolean isTrueRoot() throws IOException {
        return isRoot() && isWholeMap(Files.readString(Path.of("/proc/self/uid_map")));
    }

    /// Root, possibly only in a user namespace.
    public static boolean isRoot() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            // Real, effective, saved, and that of files.
            return lines.filter(line -> line.startsWith("Uid:"))
                    .map(line -> line.split("\\s+"))
                    .anyMatch(fields -> fields[2].equals("0"));
        }
    }

    static boolean isWholeMap(String map) {
        return List.of(map.strip().split("\\s+")).equals(List.of("0", "0", "4294967295"));
    }

    /// What the kernel has, and what it would load as a module at the first mount.
    private static Set<String> readFileSystems() throws IOException {
        Set<String> found = new HashSet<>();
        try (Stream<String> lines = Files.lines(Path.of("/proc/filesystems"))) {
            lines.map(line -> line.substring(line.lastIndexOf('\t') + 1)).forEach(found::add);
        }
        String release = Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip();
        Path modules = Path.of("/lib/modules", release, "modules.dep");
        if (Files.isReadable(modules)) {
            try (Stream<String> lines = Files.lines(modules)) {
                lines.forEach(line -> KNOWN.stream()
                        .filter(name -> line.contains("/" + name + ".ko"))
                        .forEach(found::add));
            }
        }
        return found;
    }
}
