package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Where nothing may be mounted. A container begins with programs of the machine that still have all
/// rights; a volume that brought others in their place would have these rights too.
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
                throw new IOException("Nothing can be mounted at " + target
                        + " of a container that runs as a plain process: its programs are those of the machine, at "
                        + each + ". Choose another mountPath, or a node with a CRI runtime.");
            }
        }
    }
}
