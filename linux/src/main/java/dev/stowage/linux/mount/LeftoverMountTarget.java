package dev.stowage.linux.mount;

import dev.stowage.linux.CString;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.NameInDirectory;
import java.lang.foreign.Arena;

/// Removes the target of a former mount: an empty directory or an empty file.
final class LeftoverMountTarget {
    private LeftoverMountTarget() {}

    static void remove(NameInDirectory place) throws LinuxException {
        Stat stat =
                Stat.at(place.parent().number(), place.name(), 0, place.asked().toString());
        place.refuseLink(stat, "release");
        if (!stat.isDirectory() && !(stat.isRegularFile() && stat.size() == 0)) {
            throw new LinuxException(
                    "release",
                    place.asked().toString(),
                    Errno.ENOTEMPTY,
                    "It is neither an empty directory nor an empty file; it may be data and was kept.");
        }
        try (Arena arena = Arena.ofConfined()) {
            int flags = stat.isDirectory() ? Libc.AT_REMOVEDIR : 0;
            long result = Libc.UNLINKAT.invoke(place.parent().number(), CString.of(arena, place.name()), flags);
            if (Libc.failedWith(result, Errno.ENOTEMPTY)) {
                throw new LinuxException(
                        "release",
                        place.asked().toString(),
                        Errno.ENOTEMPTY,
                        "The directory below the mount contains files that were written while nothing was mounted; they were kept. Move them away and try again.");
            }
            Libc.check(result, "release", place.asked());
        }
    }
}
