package dev.stowage.linux.file;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// Owner and mode of a file, never of what a symbolic link points to.
public final class FilePermissions {
    private FilePermissions() {}

    /// A symbolic link is refused: it does not have its own mode.
    public static void chmod(Path path, int mode) throws LinuxException {
        try (Descriptor file = Descriptor.open(path, OpenFlags.PATH | OpenFlags.NOFOLLOW);
                Arena arena = Arena.ofConfined()) {
            if (Stat.of(file).isSymbolicLink()) {
                throw new LinuxException("chmod", path.toString(), Errno.ELOOP, "Name the file itself.");
            }
            // The oldest supported kernel has no fchmodat2; this path refers to exactly the file that was just
            // checked.
            Libc.check(Libc.CHMOD.invoke(CString.of(arena, file.path().toString()), mode), "chmod", path);
        }
    }

    /// Changes the owner of the file, also of a symbolic link itself. An id of -1 means no change.
    public static void chown(Path path, int uid, int gid) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long result = Libc.FCHOWNAT.invoke(
                    Libc.AT_FDCWD, CString.of(arena, path.toString()), uid, gid, Libc.AT_SYMLINK_NOFOLLOW);
            Libc.check(result, "chown", path);
        }
    }
}
