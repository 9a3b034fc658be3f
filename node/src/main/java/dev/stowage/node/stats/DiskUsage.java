package dev.stowage.node.stats;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The size of a directory, without what is mounted in it. A file with several names in it counts once.
public record DiskUsage(long bytes, long inodes) {
    private static final int MOST = 20_000;

    /// @return empty when there are too many files to scan every minute
    static Optional<DiskUsage> of(Path folder, BlockingCalls calls) throws IOException {
        DiskUsage usage = upTo(MOST, folder, calls);
        return usage.inodes <= MOST ? Optional.of(usage) : Optional.empty();
    }

    /// However many files there are.
    public static DiskUsage complete(Path folder, BlockingCalls calls) throws IOException {
        return upTo(Long.MAX_VALUE, folder, calls);
    }

    private static DiskUsage upTo(long most, Path folder, BlockingCalls calls) throws IOException {
        return calls.call("size of " + folder, "walk", folder, () -> {
            var walk = new Walk(Stat.of(folder).device(), most);
            Files.walkFileTree(folder, walk);
            return new DiskUsage(walk.bytes, walk.inodes);
        });
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final String device;
        private final long most;
        private final Set<Long> linked = new HashSet<>();
        private long bytes;
        private long inodes;

        Walk(String device, long most) {
            this.device = device;
            this.most = most;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return count(directory, FileVisitResult.SKIP_SUBTREE);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return count(file, FileVisitResult.CONTINUE);
        }

        private FileVisitResult count(Path path, FileVisitResult otherwise) {
            try {
                Stat now = Stat.of(path);
                if (!now.device().equals(device)) {
                    return otherwise;
                }
                if (now.links() > 1 && !now.isDirectory() && !linked.add(now.inode())) {
                    return FileVisitResult.CONTINUE;
                }
                bytes += now.allocatedBytes();
                inodes++;
                return inodes > most ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            } catch (LinuxException e) {
                // The pod uses the directory: files that were deleted meanwhile take no space.
                return otherwise;
            }
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }
}
