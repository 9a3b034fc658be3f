package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.TreeEdits;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.Arrays;

/// A tree with one of everything that a transfer keeps.
final class SampleTree {

    static final FileTime LONG_AGO = FileTime.from(Instant.parse("2001-02-03T04:05:06.123456789Z"));
    static final long SPARSE = 5L << 30;

    private SampleTree() {}

    static void fill(Path root) throws IOException {
        Path deep = Files.createDirectories(root.resolve("a/b/c"));
        Files.writeString(root.resolve("letter"), "as it was");
        Files.write(deep.resolve("big"), bytes(3 << 20, 1));
        Files.createFile(deep.resolve("empty"));
        Files.createLink(root.resolve("a/second-name"), deep.resolve("big"));
        Files.createSymbolicLink(root.resolve("a/pointer"), Path.of("../../../../etc/passwd"));
        Files.createDirectory(root.resolve("nothing-in-it"));
        try (RandomAccessFile sparse =
                new RandomAccessFile(root.resolve("sparse").toFile(), "rw")) {
            sparse.setLength(SPARSE);
            sparse.seek(SPARSE - 10);
            sparse.write(bytes(10, 3));
        }
        try (Descriptor directory = Descriptor.openDirectory(root)) {
            TreeEdits.makeNode(directory, "pipe", 0010640, 0, 0);
            TreeEdits.createFile(directory, "not-\u00ff-utf8").close();
        }
        if (hasAttributes(root)) {
            attributes(root.resolve("letter")).write("colour", ByteBuffer.wrap(new byte[] {0, 1, (byte) 200}));
        }
        Files.setPosixFilePermissions(root.resolve("letter"), PosixFilePermissions.fromString("r-x-w---x"));
        Files.setLastModifiedTime(root.resolve("letter"), LONG_AGO);
        Files.setLastModifiedTime(root.resolve("a/b"), LONG_AGO);
        Files.setLastModifiedTime(root, LONG_AGO);
    }

    static boolean hasAttributes(Path root) throws IOException {
        return Files.getFileStore(root).supportsFileAttributeView(UserDefinedFileAttributeView.class);
    }

    static UserDefinedFileAttributeView attributes(Path file) {
        return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    }

    static byte[] bytes(int count, int value) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
