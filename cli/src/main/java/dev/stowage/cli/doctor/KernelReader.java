package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.node.KernelInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the version and features of the kernel.
///
/// @param proc `/proc`
/// @param modules `/lib/modules`
record KernelReader(Path proc, Path modules, Path devices) {
    private static final Set<String> ASKED_FOR = Set.of("ext4", "xfs", "btrfs", "fuse", "overlay");

    static KernelReader ofMachine() {
        return new KernelReader(Path.of("/proc"), Path.of("/lib/modules"), Path.of("/dev"));
    }

    KernelInfo read() throws IOException {
        String release = line("sys/kernel/osrelease");
        Set<String> types = new HashSet<>(mountable());
        for (String list : Set.of("modules.dep", "modules.builtin")) {
            types.addAll(installed(modules.resolve(release).resolve(list)));
        }
        return new KernelInfo(
                release, types, Files.exists(devices.resolve("loop-control")), namespaces(), mostUserNamespaces());
    }

    private Set<String> mountable() throws IOException {
        try (Stream<String> lines = Files.lines(proc.resolve("filesystems"))) {
            return lines.map(line -> line.substring(line.lastIndexOf('\t') + 1)).collect(Collectors.toSet());
        }
    }

    /// `kernel/fs/xfs/xfs.ko.zst: …`
    private static Set<String> installed(Path list) throws IOException {
        try (Stream<String> lines = Files.lines(list, StandardCharsets.ISO_8859_1)) {
            return lines.map(line -> line.split(":", 2)[0])
                    .map(path -> path.substring(path.lastIndexOf('/') + 1))
                    .map(file -> file.split("\\.", 2)[0])
                    .filter(ASKED_FOR::contains)
                    .collect(Collectors.toSet());
        } catch (NoSuchFileException e) {
            return Set.of();
        }
    }

    private Set<String> namespaces() throws IOException {
        try (Stream<Path> kinds = Files.list(proc.resolve("self/ns"))) {
            return kinds.map(kind -> kind.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    private long mostUserNamespaces() throws IOException {
        try {
            return Long.parseLong(line("sys/user/max_user_namespaces"));
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private String line(String file) throws IOException {
        return Files.readString(proc.resolve(file)).strip();
    }
}
