package dev.stowage.linux.mountinfo;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.OpenFlags;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// The mount table, read again only when the kernel reports a change or the last read is a while ago. On a node with
/// hundreds of volumes a read takes milliseconds, and a check of all volumes needs the table several times for each.
///
/// The kernel reports mounts, unmounts and changed options of a mount, see proc_pid_mountinfo(5), but neither options
/// of a file system (it becomes read-only after an error) nor propagation: these can be as old as [#LONGEST_NANOS].
/// Thread-safe.
final class CurrentMounts {
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final short POLLPRI = 2;
    private static final int EVENTS = 4;
    private static final int RETURNED = 6;
    private static final int SIZE = 8;

    private final Path source;
    private final Descriptor changes;
    /// Guards the fields below. A reader that comes while another one reads must not take the older table: the change
    /// has been reported to the other one.
    private final ReentrantLock lock = new ReentrantLock();

    private SoftReference<MountTable> latest = new SoftReference<>(null);
    private long readAt;

    private CurrentMounts(Path source, Descriptor changes) {
        this.source = source;
        this.changes = changes;
    }

    /// @param source `/proc/self/mountinfo`
    static CurrentMounts open(Path source) throws IOException {
        return new CurrentMounts(source, Descriptor.open(source, OpenFlags.READ_ONLY));
    }

    MountTable table() throws IOException {
        lock.lock();
        try {
            // Also when the table is read anyway: a later look must not see this change.
            if (isChanged()) {
                latest = new SoftReference<>(null); // the kernel reports it once, and the read may fail
            }
            MountTable known = latest.get();
            long now = System.nanoTime();
            if (known == null || now - readAt > LONGEST_NANOS) {
                known = MountTable.read(source);
                readAt = now;
                latest = new SoftReference<>(known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /// After a change that the kernel does not report.
    void forget() {
        lock.lock();
        try {
            latest = new SoftReference<>(null);
        } finally {
            lock.unlock();
        }
    }

    private boolean isChanged() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment asked = arena.allocate(SIZE, 4);
            changes.use(fd -> {
                asked.set(ValueLayout.JAVA_INT, 0, fd);
                asked.set(ValueLayout.JAVA_SHORT, EVENTS, POLLPRI);
                return Libc.check(Libc.POLL.invoke(asked.address(), 1, 0), "poll", source);
            });
            return asked.get(ValueLayout.JAVA_SHORT, RETURNED) != 0;
        }
    }
}
