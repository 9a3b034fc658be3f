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

/// Files that only their owner reads. They are there as a whole or not at all.
public final class PrivateFile {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private PrivateFile() {}

    public static void write(Path file, String content) throws IOException {
        Path whole = file.toAbsolutePath();
        Path folder = whole.getParent();
        Path name = whole.getFileName();
        if (folder == null || name == null) {
            throw new IOException(file + " is not the name of a file");
        }
        // A name of our own: somebody else's file in a shared folder is neither followed nor overwritten.
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

    /// Makes a folder that only its owner enters; one that is there is closed to others.
    public static void folder(Path folder) throws IOException {
        Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(owner));
        Files.setPosixFilePermissions(folder, owner);
    }
}
