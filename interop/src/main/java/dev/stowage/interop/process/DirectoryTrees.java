package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Removes directories that a tested program filled.
public final class DirectoryTrees {

    private DirectoryTrees() {}

    /// Refuses while anything is mounted below: what is mounted there is not ours to delete.
    public static void remove(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> mounts = MountPoints.beneath(directory);
        if (!mounts.isEmpty()) {
            throw new IOException("%s is not removed: %s is still mounted".formatted(directory, mounts.getFirst()));
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
