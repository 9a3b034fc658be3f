package dev.stowage.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Owns one open file descriptor and closes it once. All are close-on-exec.
public final class Descriptor implements AutoCloseable {
    private final Object lock = new Object();
    private final int fd;
    private final String subject;
    private int users;
    private boolean closed;

    /// Uses the number while the descriptor is guaranteed to be open.
    @FunctionalInterface
    public interface Use<T extends @Nullable Object> {
        T with(int fd) throws IOException;
    }

    private Descriptor(int fd, String subject) {
        this.fd = fd;
        this.subject = subject;
    }

    /// Opens a file for reading. A symbolic link as last component is refused with `ELOOP`.
    public static Descriptor openForReading(Path file) throws LinuxException {
        return open(file, OpenFlags.READ_ONLY | OpenFlags.NOFOLLOW | OpenFlags.NONBLOCK);
    }

    /// Opens a file for reading and writing. A symbolic link as last component is refused with `ELOOP`.
    public static Descriptor openForWriting(Path file) throws LinuxException {
        return open(file, OpenFlags.READ_WRITE | OpenFlags.NOFOLLOW | OpenFlags.NONBLOCK);
    }

    /// Opens a directory, for [BeneathResolver] and for syncing. Links are followed, because the operator chooses
    /// the base directory.
    public static Descriptor openDirectory(Path directory) throws LinuxException {
        return open(directory, OpenFlags.READ_ONLY | OpenFlags.DIRECTORY);
    }

    public static Descriptor open(Path path, int flags) throws LinuxException {
        return openAt(Libc.AT_FDCWD, path.toString(), flags, 0, path.toString());
    }

    public static Descriptor openAt(int directory, String name, int flags, int mode, String subject)
            throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long address = CString.of(arena, name);
            long result;
            do {
                result = Libc.OPENAT.invoke(directory, address, flags | OpenFlags.CLOEXEC, mode);
            } while (Libc.failedWith(result, Errno.EINTR));
            return owning(Libc.check(result, "open", subject), subject);
        }
    }

    public static Descriptor owning(long fd, String subject) {
        return new Descriptor(Math.toIntExact(fd), subject);
    }

    /// The number, valid until [#close()].
    public int number() {
        synchronized (lock) {
            refuseClosed();
            return fd;
        }
    }

    /// Keeps the descriptor open while it is used, even when its owner closes it meanwhile. Otherwise a worker
    /// whose caller timed out could access an unrelated file that got the same number.
    public <T extends @Nullable Object> T use(Use<T> use) throws IOException {
        synchronized (lock) {
            refuseClosed();
            users++;
        }
        try {
            return use.with(fd);
        } finally {
            release();
        }
    }

    private void release() {
        boolean last;
        synchronized (lock) {
            users--;
            last = closed && users == 0;
        }
        if (last) {
            closeNow();
        }
    }

    private void refuseClosed() {
        if (closed) {
            throw new IllegalStateException("The descriptor of " + subject + " is closed.");
        }
    }

    /// A path to exactly this open file, even when the file is renamed or removed.
    public Path path() {
        return Path.of("/proc/self/fd/" + number());
    }

    /// What was opened, for messages.
    public String subject() {
        return subject;
    }

    /// Blocks until the data and metadata of the file are on stable storage.
    public void sync() throws IOException {
        BlockingCalls.shared().run(Stat.of(this).device(), "fsync", subject, this::syncHere);
    }

    /// On the calling thread, for callers that already run on a thread for blocking calls.
    public void syncHere() throws IOException {
        long result = use(number -> Libc.FSYNC.invoke(number));
        Libc.check(result, "fsync", subject);
    }

    @Override
    public void close() {
        boolean last;
        synchronized (lock) {
            last = !closed && users == 0;
            closed = true;
        }
        if (last) {
            closeNow();
        }
    }

    private void closeNow() {
        // The descriptor is released even when close fails; data that matters was synced before.
        long ignored = Libc.CLOSE.invoke(fd);
    }

    @Override
    public String toString() {
        return subject;
    }
}
