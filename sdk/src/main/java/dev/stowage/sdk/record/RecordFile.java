package dev.stowage.sdk.record;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One record, one small JSON file, complete or missing: temporary file, fsync, rename, fsync of the directory.
///
/// A record says what has happened, so it is also written when the caller was cancelled: the interrupt of the thread
/// stays, and has no effect here.
public final class RecordFile {

    /// Incremented when older programs can no longer read the format.
    private static final long FORMAT = 1;

    private RecordFile() {}

    /// The complete record is on disk when this returns.
    public static <T> void write(Path file, RecordCodec<T> recordCodec, T value) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("format", FORMAT);
        object.putAll(recordCodec.write(value));
        Path temporary = file.resolveSibling("." + file.getFileName());
        byte[] bytes = RecordJson.write(object);
        try {
            uninterrupted(() -> writeTemporary(temporary, bytes));
        } catch (IOException e) {
            throw named("write", file, e);
        }
        KillPoint.pass();
        Files.move(temporary, file, ATOMIC_MOVE);
        uninterrupted(() -> syncFolderOf(file));
        KillPoint.pass();
    }

    private static void writeTemporary(Path temporary, byte[] bytes) throws IOException {
        try (FileChannel out = FileChannel.open(
                temporary,
                Set.of(CREATE, TRUNCATE_EXISTING, WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
            out.force(true);
        }
    }

    @FunctionalInterface
    private interface FileAction {
        void run() throws IOException;
    }

    /// An interrupt closes a channel in the middle of a call: the action is then begun again.
    private static void uninterrupted(FileAction action) throws IOException {
        boolean isInterrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    action.run();
                    return;
                } catch (ClosedByInterruptException _) {
                    isInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// @throws IOException also when the file is not such a record, or has a newer format
    public static <T> T read(Path file, RecordCodec<T> recordCodec) throws IOException {
        JsonObject object = RecordJson.read(bytes(file));
        if (object.number("format") != FORMAT) {
            throw new IOException(
                    "unsupported format " + object.number("format") + " (this version reads " + FORMAT + ")");
        }
        return recordCodec.read(object);
    }

    private static byte[] bytes(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw named("read", file, e);
        }
    }

    /// A disk that fails in the middle of a file gives a message without the file.
    private static IOException named(String call, Path file, IOException e) {
        return e.getClass() == IOException.class
                ? new IOException("cannot %s %s: %s".formatted(call, file, e.getMessage()), e)
                : e;
    }

    /// The record, or empty when there is no such file. A file that is deleted during the read counts as missing.
    public static <T> Optional<T> find(Path file, RecordCodec<T> recordCodec) throws IOException {
        try {
            return Optional.of(read(file, recordCodec));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// The file is deleted on disk when this returns.
    public static void delete(Path file) throws IOException {
        KillPoint.pass();
        if (Files.deleteIfExists(file)) {
            uninterrupted(() -> syncFolderOf(file));
            KillPoint.pass();
        }
    }

    private static void syncFolderOf(Path file) throws IOException {
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent(), READ)) {
            folder.force(true);
        }
    }
}
