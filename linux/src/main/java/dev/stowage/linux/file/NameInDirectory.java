package dev.stowage.linux.file;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A mount target: a name beneath an open parent directory. The name itself is never followed as a link, and
/// the parent cannot be swapped for another directory between the check and the mount.
public record NameInDirectory(Descriptor parent, String name, Path asked) implements AutoCloseable {

    public static NameInDirectory open(Path target) throws LinuxException {
        Path absolute = target.toAbsolutePath();
        Path directory = absolute.getParent();
        Path last = absolute.getFileName();
        if (directory == null
                || last == null
                || last.toString().equals("..")
                || last.toString().equals(".")) {
            throw new LinuxException(
                    "open",
                    target.toString(),
                    Errno.EINVAL,
                    "A mount target must end in the name of a file or directory.");
        }
        return new NameInDirectory(
                Descriptor.open(directory, OpenFlags.PATH | OpenFlags.DIRECTORY), last.toString(), target);
    }

    /// The path as the mount table writes it: no links, no `..`.
    public Path canonical() throws IOException {
        return Files.readSymbolicLink(parent.path()).resolve(name);
    }

    /// A path to the name through the open parent.
    public Path through() {
        return parent.path().resolve(name);
    }

    /// Opens what is currently at the name, in the topmost mount. The open descriptor keeps the mount busy.
    public Descriptor openTarget() throws LinuxException {
        Descriptor target =
                Descriptor.openAt(parent.number(), name, OpenFlags.PATH | OpenFlags.NOFOLLOW, 0, asked.toString());
        try {
            refuseLink(Stat.of(target), "mount");
            return target;
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOTCONN) { // a FUSE mount whose server is dead: its root is not a link
                return target;
            }
            target.close();
            throw e;
        }
    }

    public void refuseLink(Stat stat, String call) throws LinuxException {
        if (stat.isSymbolicLink()) {
            throw new LinuxException(
                    call,
                    asked.toString(),
                    Errno.ELOOP,
                    "The target is a symbolic link, which is not followed; remove the link or use the real path.");
        }
    }

    @Override
    public void close() {
        parent.close();
    }
}
