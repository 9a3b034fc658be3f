package dev.stowage.linux.mount;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.file.NameInDirectory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Linux 5.12 and newer: the mount is created detached, configured, and only then attached to its target. Other
/// processes never see it half configured, and a process that is killed in between leaves nothing behind.
final class DetachedBindMount implements BindMount {
    private static final int OPEN_TREE_CLONE = 1;
    private static final int MOVE_FROM_DESCRIPTOR = 0x4;
    private static final int MOVE_TO_DESCRIPTOR = 0x40;
    private static final long ATTRIBUTE_READ_ONLY = 1;
    private static final int ATTRIBUTES_SIZE = 32;

    /// Probes with an invalid descriptor: a kernel that has the call returns an error other than `ENOSYS`.
    static boolean works() {
        try (Arena arena = Arena.ofConfined()) {
            long result = setReadOnly(arena, -1);
            return !Libc.failedWith(result, Errno.ENOSYS);
        }
    }

    @Override
    public void bind(Descriptor source, NameInDirectory place, Descriptor target, boolean readOnly)
            throws LinuxException {
        try (Arena arena = Arena.ofConfined();
                Descriptor tree = cloneTree(arena, source, place)) {
            if (readOnly) {
                Libc.check(setReadOnly(arena, tree.number()), "bind read-only", place.asked());
            }
            long empty = CString.of(arena, "");
            long result = Libc.SYSCALL.invoke(
                    Libc.SYS_MOVE_MOUNT,
                    tree.number(),
                    empty,
                    target.number(),
                    empty,
                    MOVE_FROM_DESCRIPTOR | MOVE_TO_DESCRIPTOR);
            Libc.check(result, "bind", place.asked());
        }
    }

    private static Descriptor cloneTree(Arena arena, Descriptor source, NameInDirectory place) throws LinuxException {
        int flags = OPEN_TREE_CLONE | OpenFlags.CLOEXEC | Libc.AT_EMPTY_PATH;
        long fd = Libc.SYSCALL.invoke(Libc.SYS_OPEN_TREE, source.number(), CString.of(arena, ""), flags, 0, 0);
        String subject = source + " at " + place.asked();
        return Descriptor.owning(Libc.check(fd, "bind", subject), subject);
    }

    @Override
    public void makeReadOnly(NameInDirectory place, Descriptor target) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            Libc.check(setReadOnly(arena, target.number()), "remount read-only", place.asked());
        }
    }

    private static long setReadOnly(Arena arena, int fd) {
        MemorySegment attributes = arena.allocate(ATTRIBUTES_SIZE, 8);
        attributes.set(ValueLayout.JAVA_LONG, 0, ATTRIBUTE_READ_ONLY);
        return Libc.SYSCALL.invoke(
                Libc.SYS_MOUNT_SETATTR,
                fd,
                CString.of(arena, ""),
                Libc.AT_EMPTY_PATH,
                attributes.address(),
                ATTRIBUTES_SIZE);
    }
}
