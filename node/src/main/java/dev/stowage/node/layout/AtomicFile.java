package dev.stowage.node.layout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Writes a file completely or not at all.
public final class AtomicFile {

    private AtomicFile() {}

    /// Not for concurrent writers of one file.
    ///
    /// @param durable whether it must not be lost when the power fails
    public static void write(Path file, byte[] content, boolean durable) throws IOException {
        Path made = file.resolveSibling("." + file.getFileName() + ".new");
        Files.deleteIfExists(made);
        try (FileChannel out = FileChannel.open(
                made,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")))) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
            if (durable) {
                out.force(true);
            }
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
