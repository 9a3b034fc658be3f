package dev.stowage.linux.quota;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;

/// Limits of projects on xfs and ext4, by quotactl_fd(2): Linux 5.14.
///
/// The requests are those of xfs, which the kernel translates for ext4. A descriptor of any directory of the file
/// system selects it. On xfs a limit holds for every process; on ext4 not for those with CAP_SYS_RESOURCE.
public final class ProjectQuota {
    private static final long GET = command(3);
    private static final long SET_LIMIT = command(4);
    private static final long STATE = command(8);
    private static final long NEXT = command(9);

    private static final byte PROJECTS = 2;
    private static final int ACCOUNTING = 0x10;
    private static final int ENFORCEMENT = 0x20;

    private static final int STATE_SIZE = 256;
    private static final int ENTRY_SIZE = 112;
    private static final int BLOCK = 512;
    private static final int INODE_LIMIT = 2;
    private static final int BLOCK_LIMIT = 8;

    /// No quota, an old kernel, an unmounted or other file system, or a process that may not ask.
    private static final Set<Errno> NONE =
            Set.of(Errno.ENOSYS, Errno.ESRCH, Errno.EINVAL, Errno.ENOTTY, Errno.EOPNOTSUPP, Errno.EPERM, Errno.EACCES);

    private ProjectQuota() {}

    /// What the file system does with projects.
    public enum State {
        OFF,
        /// Usage is counted, and limits are only recorded.
        ACCOUNTED,
        ENFORCED
    }

    private static long command(int number) {
        return (((long) 'X' << 8) + number) << 8 | PROJECTS;
    }

    public static State state(Descriptor directory) throws IOException {
        return BlockingCalls.shared().call(Stat.of(directory).device(), "read quota state", directory, () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment state = arena.allocate(STATE_SIZE, 8);
                state.set(JAVA_BYTE, 0, (byte) 1); // the version of the structure
                long result = call(directory, STATE, 0, state);
                if (result < 0 && NONE.contains(Errno.of((int) -result))) {
                    return State.OFF;
                }
                Libc.check(result, "read quota state", directory);
                int flags = state.get(JAVA_SHORT, 2);
                boolean isCounted = (flags & ACCOUNTING) != 0;
                return !isCounted ? State.OFF : (flags & ENFORCEMENT) != 0 ? State.ENFORCED : State.ACCOUNTED;
            }
        });
    }

    /// Limits the bytes that the files of a project may use; 0 removes the limit.
    public static void limit(Descriptor directory, long id, long bytes) throws IOException {
        limit(directory, id, BLOCK_LIMIT, bytes, 0);
    }

    /// Limits bytes and inodes; 0 removes a limit.
    public static void limit(Descriptor directory, long id, long bytes, long inodes) throws IOException {
        limit(directory, id, BLOCK_LIMIT | INODE_LIMIT, bytes, inodes);
    }

    private static void limit(Descriptor directory, long id, int fields, long bytes, long inodes) throws IOException {
        BlockingCalls.shared().run(Stat.of(directory).device(), "limit", directory, () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment entry = arena.allocate(ENTRY_SIZE, 8);
                entry.set(JAVA_BYTE, 0, (byte) 1);
                entry.set(JAVA_BYTE, 1, PROJECTS);
                entry.set(JAVA_SHORT, 2, (short) fields);
                entry.set(JAVA_INT, 4, (int) id);
                entry.set(JAVA_LONG, 8, bytes / BLOCK);
                entry.set(JAVA_LONG, 24, inodes);
                Libc.check(call(directory, SET_LIMIT, id, entry), "limit", "project " + id + " at " + directory);
            }
        });
    }

    public static ProjectUsage usage(Descriptor directory, long id) throws IOException {
        return entry(directory, GET, id).orElse(new ProjectUsage(id, 0, 0, 0, 0));
    }

    /// The first project from this one on that has files or limits.
    public static Optional<ProjectUsage> nextUsed(Descriptor directory, long from) throws IOException {
        long at = from;
        while (true) {
            Optional<ProjectUsage> next = entry(directory, NEXT, at);
            if (next.isEmpty() || next.get().isUsed()) {
                return next;
            }
            at = next.get().id() + 1;
        }
    }

    private static Optional<ProjectUsage> entry(Descriptor directory, long command, long id) throws IOException {
        return BlockingCalls.shared().call(Stat.of(directory).device(), "read quota", directory, () -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment entry = arena.allocate(ENTRY_SIZE, 8);
                long result = call(directory, command, id, entry);
                if (Libc.failedWith(result, Errno.ENOENT)) {
                    return Optional.empty();
                }
                Libc.check(result, "read quota", "project " + id + " at " + directory);
                return Optional.of(new ProjectUsage(
                        Integer.toUnsignedLong(entry.get(JAVA_INT, 4)),
                        entry.get(JAVA_LONG, 8) * BLOCK,
                        entry.get(JAVA_LONG, 24),
                        entry.get(JAVA_LONG, 40) * BLOCK,
                        entry.get(JAVA_LONG, 48)));
            }
        });
    }

    private static long call(Descriptor directory, long command, long id, MemorySegment data) throws IOException {
        return directory.use(fd -> Libc.SYSCALL.invoke(Libc.SYS_QUOTACTL_FD, fd, command, id, data.address(), 0));
    }

    /// Whether limits cannot be changed because the file system has no quota now.
    public static boolean isOff(LinuxException failure) {
        return NONE.contains(failure.errno());
    }
}
