package dev.stowage.linux.mount;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.NameInDirectory;
import dev.stowage.linux.mountinfo.LaneName;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import dev.stowage.linux.mountinfo.MountTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The kernel's mounts.
final class SystemMounts implements Mounts {
    private static final int UMOUNT_DETACH = 2;
    private static final int UMOUNT_NOFOLLOW = 8;
    /// No user stacks that many mounts on purpose; beyond it, another process mounts as fast as we unmount.
    private static final int MAX_STACKED = 1000;
    /// How often a busy mount is retried, with delays of 1, 2, 4 … ms: half a second in total.
    private static final int TRIES_WHEN_BUSY = 9;

    private final BlockingCalls calls;
    private final BindMount binding;
    private final int triesWhenBusy;

    SystemMounts(BlockingCalls calls, BindMount binding) {
        this(calls, binding, TRIES_WHEN_BUSY);
    }

    SystemMounts(BlockingCalls calls, BindMount binding, int triesWhenBusy) {
        this.calls = calls;
        this.binding = binding;
        this.triesWhenBusy = triesWhenBusy;
    }

    @Override
    public void bind(Path source, Path target, boolean readOnly) throws IOException {
        calls.run(LaneName.of(source), "bind", target, () -> {
            try (Descriptor from = openSource(source);
                    NameInDirectory place = NameInDirectory.open(target);
                    Descriptor at = place.openTarget()) {
                if (Stat.of(from).isDirectory() != isDirectory(at)) {
                    // The newer system calls only return EINVAL.
                    throw new LinuxException(
                            "bind",
                            source + " at " + target,
                            Errno.ENOTDIR,
                            "A directory can only be mounted on a directory, a file or device only on a file.");
                }
                binding.bind(from, place, at, readOnly);
            }
        });
    }

    /// A FUSE mount whose server is dead cannot be asked; the kernel compares the types, too.
    private static boolean isDirectory(Descriptor target) throws LinuxException {
        try {
            return Stat.of(target).isDirectory();
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOTCONN) {
                return true;
            }
            throw e;
        }
    }

    private static Descriptor openSource(Path source) throws LinuxException {
        boolean ownDescriptor = source.startsWith("/proc/self/fd") && source.getNameCount() == 4;
        Descriptor from = Descriptor.open(source, ownDescriptor ? OpenFlags.PATH : OpenFlags.PATH | OpenFlags.NOFOLLOW);
        try {
            if (Stat.of(from).isSymbolicLink()) {
                throw new LinuxException(
                        "bind", source.toString(), Errno.ELOOP, "The source is a symbolic link; resolve it first.");
            }
            return from;
        } catch (LinuxException e) {
            from.close();
            throw e;
        }
    }

    @Override
    public void mount(String source, Path target, String fsType, Set<MountFlag> flags, String data) throws IOException {
        long bits = MountFlag.bits(flags);
        calls.run(LaneName.ofSource(source), "mount", target, () -> {
            try (NameInDirectory place = NameInDirectory.open(target);
                    Descriptor at = place.openTarget()) {
                Libc.check(
                        mount(source, at.path(), fsType, bits, data),
                        "mount (" + fsType + " from " + source + ")",
                        target);
            }
        });
    }

    static long mount(@Nullable String source, Path target, @Nullable String fsType, long bits, @Nullable String data) {
        try (Arena arena = Arena.ofConfined()) {
            return Libc.MOUNT.invoke(
                    CString.orNull(arena, source),
                    CString.of(arena, target.toString()),
                    CString.orNull(arena, fsType),
                    bits,
                    CString.orNull(arena, data));
        }
    }

    @Override
    public void remountReadOnly(Path target) throws IOException {
        calls.run(LaneName.of(target), "remount read-only", target, () -> {
            try (NameInDirectory place = NameInDirectory.open(target);
                    Descriptor at = place.openTarget()) {
                binding.makeReadOnly(place, at);
            }
        });
    }

    @Override
    public void setPropagation(Path target, MountPropagation propagation) throws IOException {
        calls.run(LaneName.of(target), "set propagation", target, () -> {
            try (NameInDirectory place = NameInDirectory.open(target);
                    Descriptor at = place.openTarget()) {
                Libc.check(mount(null, at.path(), null, propagation.bit(), null), "set propagation", target);
                MountTable.forget();
            }
        });
    }

    @Override
    public void unmount(Path target) throws IOException {
        unmount(LaneName.of(target), target, UMOUNT_NOFOLLOW);
    }

    @Override
    public void unmountLazily(Path target) throws IOException {
        // The last resort when plain calls on that file system hang, so it must not queue behind them.
        unmount("detach from " + LaneName.of(target), target, UMOUNT_NOFOLLOW | UMOUNT_DETACH);
    }

    private void unmount(String lane, Path target, int flags) throws IOException {
        calls.run(lane, "unmount", target, () -> {
            try (NameInDirectory place = NameInDirectory.open(target)) {
                unmount(place, flags);
            }
        });
    }

    private void unmount(NameInDirectory place, int flags) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            // Through the parent: a descriptor of the target itself would keep the mount busy.
            long path = CString.of(arena, place.through().toString());
            long result = Libc.UMOUNT2.invoke(path, flags);
            // Often it is busy only for a moment: a process that we start shares all our open files until its
            // exec, even those that we have closed since.
            for (int i = 0; i < triesWhenBusy && Libc.failedWith(result, Errno.EBUSY); i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1L << i));
                result = Libc.UMOUNT2.invoke(path, flags);
            }
            if (Libc.failedWith(result, Errno.EINVAL)) {
                place.refuseLink(
                        Stat.at(
                                place.parent().number(),
                                place.name(),
                                0,
                                place.asked().toString()),
                        "unmount");
            }
            Libc.check(result, "unmount", place.asked());
        }
    }

    @Override
    public void release(Path target) throws IOException {
        calls.run(LaneName.of(target), "release", target, () -> {
            try (NameInDirectory place = NameInDirectory.open(target)) {
                Path canonical = place.canonical();
                for (int i = 0;
                        i < MAX_STACKED
                                && !MountTable.read().stackedAt(canonical).isEmpty();
                        i++) {
                    unmount(place, UMOUNT_NOFOLLOW);
                }
                LeftoverMountTarget.remove(place);
            } catch (LinuxException e) {
                if (e.errno() != Errno.ENOENT && e.errno() != Errno.ENOTDIR) {
                    throw e;
                }
            }
        });
    }

    @Override
    public List<MountPoint> table() throws IOException {
        return MountTable.current().mounts();
    }

    @Override
    public List<MountPoint> stackedAt(Path target) throws IOException {
        return calls.call(LaneName.ofParent(target), "look up", target, () -> {
            try (NameInDirectory place = NameInDirectory.open(target)) {
                return MountTable.current().stackedAt(place.canonical());
            } catch (LinuxException e) {
                if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR) {
                    return List.of();
                }
                throw e;
            }
        });
    }
}
