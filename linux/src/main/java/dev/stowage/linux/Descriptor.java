package dev.stowage.linux;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// Owns one open file descriptor and closes it once. All are close-on-exec.
public final class Descriptor implements AutoCloseable {
    private static final int CLOSED = -1;

    private final AtomicInteger fd;
    private final String subject;

    private Descriptor(int fd, String subject) {
        this.fd = new AtomicInteger(fd);
        this.subject = subject;
    }

    /// Opens a file for reading. A symbolic link as last component is refused with `ELOOP`.
    public static Descriptor openForReading(Path file) throws LinuxException {
        return open(file, OpenFlags.READ_ONLY | OpenFlags.NOFOLLOW);
    }

    /// Opens a file for reading and writing. A symbolic link as last component is refused with `ELOOP`.
    public static Descriptor openForWriting(Path file) throws LinuxException {
        return open(file, OpenFlags.READ_WRITE | OpenFlags.NOFOLLOW);
    }

    /// Opens a directory, for [Beneath] and for syncing. Links are followed: a base directory is the operator's
    /// choice.
    public static Descriptor openDirectory(Path directory) throws LinuxException {
        return open(directory, OpenFlags.READ_ONLY | OpenFlags.DIRECTORY);
    }

    static Descriptor open(Path path, int flags) throws LinuxException {
        return openAt(Libc.AT_FDCWD, path.toString(), flags, 0, path.toString());
    }

    static Descriptor openAt(int directory, String name, int flags, int mode, String subject) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long address = CText.of(arena, name);
            long result;
            do {
                result = Libc.OPENAT.invoke(directory, address, flags | OpenFlags.CLOEXEC, mode);
            } while (Libc.failedWith(result, Errno.EINTR));
            return owning(Libc.check(result, "open", subject), subject);
        }
    }

    static Descriptor owning(long fd, String subject) {
        return new Descriptor(Math.toIntExact(fd), subject);
    }

    /// The number, valid until [#close()].
    public int number() {
        int number = fd.get();
        if (number == CLOSED) {
            throw new IllegalStateException("The descriptor of " + subject + " is closed.");
        }
        return number;
    }

    /// A path that leads to exactly this open file, whatever happens to its name meanwhile.
    public Path path() {
        return Path.of("/proc/self/fd/" + number());
    }

    /// What was opened, for messages.
    public String subject() {
        return subject;
    }

    /// Blocks until the data and metadata of the file are on stable storage.
    public void sync() throws LinuxException {
        Libc.check(Libc.FSYNC.invoke(number()), "fsync", subject);
    }

    @Override
    public void close() {
        int number = fd.getAndSet(CLOSED);
        if (number != CLOSED) {
            // The descriptor is released whatever close answers; what matters was synced before.
            long ignored = Libc.CLOSE.invoke(number);
        }
    }

    @Override
    public String toString() {
        return subject;
    }
}
