package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Paths at which nothing may be mounted. A container starts with programs of the machine that still have all
/// rights; a volume that replaced these programs would get the same rights.
final class ProtectedPaths {
    private static final List<Path> PROTECTED = Stream.of(
                    "/usr/bin",
                    "/usr/sbin",
                    "/usr/lib",
                    "/usr/lib32",
                    "/usr/lib64",
                    "/usr/libx32",
                    "/bin",
                    "/sbin",
                    "/lib",
                    "/lib32",
                    "/lib64",
                    "/libx32",
                    "/proc",
                    "/etc/fstab",
                    "/etc/mtab",
                    "/etc/ld.so.cache",
                    "/etc/ld.so.conf",
                    "/etc/ld.so.preload")
            .map(Path::of)
            .toList();

    private ProtectedPaths() {}

    /// @param target in the container, links resolved
    static void check(Path target) throws IOException {
        for (Path each : PROTECTED) {
            if (target.startsWith(each) || each.startsWith(target)) {
                throw new IOException("cannot mount at " + target
                        + ": a container that runs as a plain process uses the programs of the machine in " + each
                        + " (choose another mountPath, or a node with a CRI runtime)");
            }
        }
    }
}
