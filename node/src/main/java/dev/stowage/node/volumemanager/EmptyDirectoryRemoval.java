package dev.stowage.node.volumemanager;

import static java.util.Objects.requireNonNull;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Deletes a directory and the directories in it, as far as they are empty. Files stay, and with them the directories
/// that hold them.
///
/// Nothing is deleted in a mounted file system: an empty directory of a volume is data of its user. The mount table
/// is read first, so that nothing is deleted at all when something is mounted. What is mounted after that, the
/// kernel does not let us enter.
final class EmptyDirectoryRemoval implements AutoCloseable {
    private final Path base;
    private final BeneathResolver within;

    private EmptyDirectoryRemoval(Path base) throws LinuxException {
        this.base = base;
        this.within = BeneathResolver.withinMount(base);
    }

    /// @param directory may be missing
    /// @throws DirectoryNotEmptyException when it holds a file
    static void remove(Path directory) throws IOException {
        Path parent = requireNonNull(directory.getParent());
        if (!Files.isDirectory(parent)) {
            return;
        }
        refuseMounts(parent.toRealPath().resolve(directory.getFileName()));
        try (EmptyDirectoryRemoval removal = new EmptyDirectoryRemoval(parent)) {
            removal.remove(Path.of("."), directory.getFileName().toString());
        }
    }

    private static void refuseMounts(Path canonical) throws IOException {
        MountTable table = MountTable.read();
        List<MountPoint> here = table.stackedAt(canonical);
        List<MountPoint> mounted = here.isEmpty() ? table.below(canonical) : here;
        if (!mounted.isEmpty()) {
            throw new IOException("cannot delete " + canonical + ": a file system is mounted at "
                    + mounted.getFirst().target());
        }
    }

    /// @param parent relative to the base
    private void remove(Path parent, String name) throws IOException {
        Path directory = parent.resolve(name);
        List<String> names;
        try (Descriptor opened = within.openDirectory(directory.toString())) {
            names = Directories.list(opened.path());
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR || e.errno() == Errno.ELOOP) {
                return; // deleted meanwhile, a file, or a link
            }
            throw new IOException("cannot delete " + base.resolve(directory).normalize() + ": " + e.getMessage(), e);
        }
        for (String inner : names) {
            remove(directory, inner);
        }
        // Through the open parent, which is not in another file system. The kernel refuses the directory itself if
        // something is mounted there by now.
        try (Descriptor opened = within.openDirectory(parent.toString())) {
            Files.deleteIfExists(opened.path().resolve(name));
        } catch (DirectoryNotEmptyException e) {
            DirectoryNotEmptyException named = new DirectoryNotEmptyException(
                    base.resolve(directory).normalize().toString());
            named.initCause(e);
            throw named;
        }
    }

    @Override
    public void close() {
        within.close();
    }
}
