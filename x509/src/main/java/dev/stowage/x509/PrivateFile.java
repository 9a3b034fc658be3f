package dev.stowage.x509;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// Writes files that only their owner can read. A file is written completely or not at all.
public final class PrivateFile {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private PrivateFile() {}

    public static void write(Path file, String content) throws IOException {
        Path whole = file.toAbsolutePath();
        Path folder = whole.getParent();
        Path name = whole.getFileName();
        if (folder == null || name == null) {
            throw new IOException("cannot write " + file + ": not a file name");
        }
        // A new name: an existing file or link in a shared directory is neither followed nor overwritten.
        Path next = Files.createTempFile(folder, "." + name, ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(next, whole, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /// Creates a directory that only its owner can enter, or restricts an existing one to its owner.
    public static void folder(Path folder) throws IOException {
        Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(owner));
        Files.setPosixFilePermissions(folder, owner);
    }
}
