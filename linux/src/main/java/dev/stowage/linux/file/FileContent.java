package dev.stowage.linux.file;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/// Copies the content of files: blocks are shared where the file system supports it, otherwise bytes are copied, and
/// holes stay holes. Used by one thread.
final class FileContent {
    private static final int SEEK_DATA = 3;
    private static final int SEEK_HOLE = 4;
    private static final int PORTION = 1 << 20;

    private final TreeCopy.Check check;
    private boolean shares = true;

    FileContent(TreeCopy.Check check) {
        this.check = check;
    }

    /// The copy is open for writing, and empty.
    void copy(Descriptor source, long size, Descriptor copy) throws IOException {
        if (size == 0) {
            return;
        }
        if (shares) {
            try {
                Reflink.cloneHere(source, copy);
                check.shared(size);
                return;
            } catch (ReflinkUnsupportedException e) {
                shares = false;
            }
        }
        bytes(source, size, copy);
    }

    private void bytes(Descriptor source, long size, Descriptor copy) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(PORTION);
        try (FileChannel from = FileChannel.open(source.path(), StandardOpenOption.READ);
                RandomAccessFile to = new RandomAccessFile(copy.path().toFile(), "rw")) {
            to.setLength(size);
            for (long at = next(source, 0, SEEK_DATA, 0); at < size; at = next(source, at, SEEK_DATA, at)) {
                long end = Math.min(size, next(source, at, SEEK_HOLE, size));
                while (at < end) {
                    check.stillWanted();
                    buffer.clear().limit((int) Math.min(PORTION, end - at));
                    int read = from.read(buffer, at);
                    if (read <= 0) {
                        return; // it became shorter meanwhile
                    }
                    buffer.flip();
                    while (buffer.hasRemaining()) {
                        to.getChannel().write(buffer, at + buffer.position());
                    }
                    at += read;
                    check.copied(read);
                }
            }
            to.getChannel().force(true);
        }
    }

    /// @param unknown the answer of a file system that does not know holes
    private static long next(Descriptor file, long from, int what, long unknown) throws IOException {
        long found = Libc.LSEEK.invoke(file.number(), from, what);
        if (Libc.failedWith(found, Errno.ENXIO)) {
            return Long.MAX_VALUE; // nothing after it
        }
        if (Libc.failedWith(found, Errno.EINVAL) || Libc.failedWith(found, Errno.EOPNOTSUPP)) {
            return unknown;
        }
        return Libc.check(found, "seek", file);
    }
}
