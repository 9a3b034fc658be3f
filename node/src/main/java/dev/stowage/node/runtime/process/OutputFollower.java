package dev.stowage.node.runtime.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// Reads a file to which a container writes, and waits at its end for more. One thread reads; others report
/// changes.
final class OutputFollower extends InputStream {
    private final Path file;
    private volatile long position;
    /// Guarded by this, as are the next two.
    private long changes;

    private boolean complete;
    private boolean closed;

    OutputFollower(Path file, long position) {
        this.file = file;
        this.position = position;
    }

    Path file() {
        return file;
    }

    /// How much of the file was read.
    long position() {
        return position;
    }

    /// The file may have grown.
    synchronized void changed() {
        changes++;
        notifyAll();
    }

    /// The file does not grow any more.
    synchronized void finish() {
        complete = true;
        changed();
    }

    @Override
    public synchronized void close() {
        closed = true;
        changed();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        while (true) {
            long before;
            boolean isLast;
            synchronized (this) {
                if (closed) {
                    return -1;
                }
                before = changes;
                isLast = complete;
            }
            long at = position;
            int count = Files.exists(file) ? readFile(ByteBuffer.wrap(bytes, offset, length), at) : 0;
            if (count > 0) {
                position = at + count;
                return count;
            }
            if (isLast) {
                return -1;
            }
            awaitChange(before);
        }
    }

    private int readFile(ByteBuffer into, long at) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            return in.read(into, at);
        }
    }

    private synchronized void awaitChange(long before) throws IOException {
        try {
            while (changes == before) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for output");
        }
    }
}
