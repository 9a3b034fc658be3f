package dev.stowage.linux.mount;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// A mount that is not attached yet: it is created, configured, and then attached in the mount namespace of the
/// thread that attaches it. If it is closed before that, it leaves nothing behind. Linux 5.12 and newer.
///
/// All calls are made on the calling thread, because that thread's namespace is what matters.
public final class DetachedMount implements AutoCloseable {
    private static final int OPEN_TREE_CLONE = 1;
    private static final int AT_RECURSIVE = 0x8000;
    private static final int MOVE_FROM_DESCRIPTOR = 0x4;
    private static final int MOVE_TO_DESCRIPTOR = 0x40;
    private static final int ATTRIBUTES_SIZE = 32;

    private final Descriptor tree;

    private DetachedMount(Descriptor tree) {
        this.tree = tree;
    }

    /// Restrictions of a mount.
    public enum Ban {
        WRITE(1),
        SET_ID(2),
        DEVICES(4),
        PROGRAMS(8);

        private final long bit;

        Ban(long bit) {
            this.bit = bit;
        }
    }

    /// A copy of the mounts at the source and below it. It is a peer of the original: if that is shared, later
    /// mounts propagate in both directions, unless [#spread(Propagation)] changes it. A link as last component is
    /// followed.
    public static DetachedMount copyOf(Path source) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int flags = OPEN_TREE_CLONE | OpenFlags.CLOEXEC | AT_RECURSIVE;
            long fd = Libc.SYSCALL.invoke(
                    Libc.SYS_OPEN_TREE, Libc.AT_FDCWD, CString.of(arena, source.toString()), flags, 0, 0);
            return new DetachedMount(Descriptor.owning(Libc.check(fd, "copy mounts", source), source.toString()));
        }
    }

    /// A file system without a device.
    ///
    /// @param options each is `name` or `name=value`
    public static DetachedMount fresh(String fsType, List<String> options) throws IOException {
        return new DetachedMount(LogReplayMount.make(fsType, fsType, options));
    }

    /// For this mount and all below it.
    public void forbid(Set<Ban> bans) throws IOException {
        change(bans.stream().mapToLong(ban -> ban.bit).reduce(0, (a, b) -> a | b), 0, "forbid " + bans);
    }

    /// For this mount and all below it.
    public void spread(MountPropagation mountPropagation) throws IOException {
        change(0, mountPropagation.bit(), "make " + mountPropagation);
    }

    private void change(long set, long propagation, String call) throws LinuxException {
        change(tree, AT_RECURSIVE, set, propagation, call);
    }

    private static void change(Descriptor mount, int flags, long set, long propagation, String call)
            throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(ATTRIBUTES_SIZE, 8);
            attributes.set(ValueLayout.JAVA_LONG, 0, set);
            attributes.set(ValueLayout.JAVA_LONG, 16, propagation);
            long result = Libc.SYSCALL.invoke(
                    Libc.SYS_MOUNT_SETATTR,
                    mount.number(),
                    CString.of(arena, ""),
                    Libc.AT_EMPTY_PATH | flags,
                    attributes.address(),
                    ATTRIBUTES_SIZE);
            Libc.check(result, call, mount);
        }
    }

    /// Makes the mount that a descriptor refers to read-only; mounts below it stay unchanged.
    public static void makeReadOnly(Descriptor mount) throws IOException {
        change(mount, 0, Ban.WRITE.bit, 0, "make read-only");
    }

    /// Attaches it to a file or directory of the calling thread's namespace.
    public void moveTo(Descriptor target) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long empty = CString.of(arena, "");
            long result = Libc.SYSCALL.invoke(
                    Libc.SYS_MOVE_MOUNT,
                    tree.number(),
                    empty,
                    target.number(),
                    empty,
                    MOVE_FROM_DESCRIPTOR | MOVE_TO_DESCRIPTOR);
            Libc.check(result, "mount", tree + " at " + target);
        }
    }

    /// The root of the mount.
    public Descriptor root() {
        return tree;
    }

    @Override
    public void close() {
        tree.close();
    }
}
