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
        try (Descriptor file = Descriptor.open(path, OpenFlags.PATH | OpenFlags.NOFOLLOW)) {
            if (Stat.of(file).isSymbolicLink()) {
                throw new LinuxException("chmod", path.toString(), Errno.ELOOP, "Name the file itself.");
            }
            chmod(file, mode);
        }
    }

    /// The file may be open as a handle only.
    public static void chmod(Descriptor file, int mode) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            // The oldest supported kernel has no fchmodat2; this path refers to exactly the file that is open.
            Libc.check(Libc.CHMOD.invoke(CString.of(arena, file.path().toString()), mode), "chmod", file);
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
