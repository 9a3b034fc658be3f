package dev.stowage.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A lock that belongs to an open file description, not to a process. Every holder of the description holds the
/// lock, including a loop device. It ends when the last holder closes it, also after `kill -9`.
public final class OpenFileLock {
    private static final int F_OFD_SETLK = 37;
    private static final short READ_LOCK = 0;
    private static final short WRITE_LOCK = 1;
    private static final short UNLOCK = 2;
    private static final int SIZE = 32;

    private OpenFileLock() {}

    /// Locks the whole file or fails at once with `EAGAIN`. The descriptor must be open for writing.
    public static void lockExclusively(Descriptor file) throws LinuxException {
        lock(file, WRITE_LOCK);
    }

    /// Locks the whole file together with other readers, or fails at once with `EAGAIN` when a process holds it
    /// exclusively. The descriptor must be open for reading.
    public static void lockShared(Descriptor file) throws LinuxException {
        lock(file, READ_LOCK);
    }

    private static void lock(Descriptor file, short type) throws LinuxException {
        long result = set(file, type);
        if (Libc.failedWith(result, Errno.EAGAIN) || Libc.failedWith(result, Errno.EACCES)) {
            throw new LinuxException(
                    "lock",
                    file.toString(),
                    Errno.EAGAIN,
                    "Another process or an attached loop device holds the lock on this file.");
        }
        Libc.check(result, "lock", file);
    }

    public static void unlock(Descriptor file) throws LinuxException {
        Libc.check(set(file, UNLOCK), "unlock", file);
    }

    private static long set(Descriptor file, short type) {
        try (Arena arena = Arena.ofConfined()) {
            // Zero start and length: the whole file, even if it grows.
            MemorySegment lock = arena.allocate(SIZE, 8);
            lock.set(JAVA_SHORT, 0, type);
            return Libc.FCNTL.invoke(file.number(), F_OFD_SETLK, lock.address());
        }
    }
}
