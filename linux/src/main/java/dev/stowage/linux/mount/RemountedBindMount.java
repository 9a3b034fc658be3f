package dev.stowage.linux.mount;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.NameInDirectory;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Kernels before 5.12: bind first, then remount read-only. Between the two the mount is writable for a moment.
final class RemountedBindMount implements BindMount {
    private static final long MS_RDONLY = 1;
    private static final long MS_REMOUNT = 32;
    private static final long MS_BIND = 4096;
    private static final int UMOUNT_NOFOLLOW = 8;

    @Override
    public void bind(Descriptor source, NameInDirectory place, Descriptor target, boolean readOnly) throws IOException {
        String from = source.path().toString();
        Libc.check(SystemMounts.mount(from, target.path(), null, MS_BIND, null), "bind of " + source, place.asked());
        if (!readOnly) {
            return;
        }
        try (Descriptor bound = place.openTarget()) {
            makeReadOnly(place, bound);
        } catch (IOException e) {
            undo(place, e);
            throw e;
        }
    }

    private static void undo(NameInDirectory place, IOException cause) {
        try (Arena arena = Arena.ofConfined()) {
            long result = Libc.UMOUNT2.invoke(CString.of(arena, place.through().toString()), UMOUNT_NOFOLLOW);
            Libc.check(result, "unmount", place.asked());
        } catch (LinuxException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void makeReadOnly(NameInDirectory place, Descriptor target) throws IOException {
        List<MountPoint> stacked = MountTable.read().stackedAt(place.canonical());
        if (stacked.isEmpty()) {
            throw new LinuxException(
                    "remount read-only", place.asked().toString(), Errno.EINVAL, "Nothing is mounted.");
        }
        // A remount that omits nosuid or nodev would clear them.
        Set<MountFlag> kept = EnumSet.noneOf(MountFlag.class);
        stacked.getLast().options().forEach(option -> MountFlag.of(option).ifPresent(kept::add));
        long bits = MountFlag.bits(kept) | MS_RDONLY | MS_REMOUNT | MS_BIND;
        Libc.check(SystemMounts.mount(null, target.path(), null, bits, null), "remount read-only", place.asked());
    }
}
