package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// How much of an archive is on disk, and the record that this is in: what a receiver needs to go on.
final class ReceiveState {

    private final long position;
    private final long begin;
    private final byte[] record;

    /// @param position everything before it is on disk
    /// @param begin where the record begins
    /// @param record its bytes as far as they came, or all of them
    ReceiveState(long position, long begin, byte[] record) {
        this.position = position;
        this.begin = begin;
        this.record = record.clone();
    }

    long position() {
        return position;
    }

    long begin() {
        return begin;
    }

    byte[] record() {
        return record.clone();
    }

    static ReceiveState read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            long position = in.readLong();
            long begin = in.readLong();
            return new ReceiveState(position, begin, in.readAllBytes());
        } catch (NoSuchFileException e) {
            return new ReceiveState(0, 0, new byte[0]);
        }
    }

    /// On disk when this returns. What it says must be on disk before.
    void write(Path file) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(next))) {
            out.writeLong(position);
            out.writeLong(begin);
            out.write(record);
        }
        try (Descriptor written = Descriptor.openForReading(next)) {
            written.sync();
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Path directory = file.getParent();
        if (directory != null) {
            Directories.sync(directory);
        }
    }
}
