package dev.stowage.csi;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// The file of a listening socket, from before it exists until after it is removed.
///
/// A socket gets its permissions from the umask when it is bound, and accepts connections at once. So that no
/// other user can connect in between, it is bound inside a directory of mode 0700, given its owner and mode
/// there, and then moved to its place, which replaces a stale one in the same step. The directory is hidden,
/// lies next to the socket because a move cannot leave the file system, and is removed before the server has
/// started.
final class SocketFile {

    private static final int TYPE_MASK = 0170000;
    private static final int TYPE_SOCKET = 0140000;

    private final Path place;
    private final Path bindDirectory;
    private @Nullable Path shortcut;
    private @Nullable Object identity;

    private SocketFile(Path place) {
        this.place = place;
        this.bindDirectory = place.resolveSibling("." + place.getFileName());
    }

    /// Checks the path of the socket: it must be free, or a socket that no process serves.
    static SocketFile prepare(CsiEndpoint endpoint) throws IOException {
        var file = new SocketFile(endpoint.socket());
        file.ensureParent();
        refuseUnlessStale(file.place);
        file.createBindDirectory();
        return file;
    }

    /// The path to bind to. The caller calls `moveIntoPlace` or `abandon` afterwards.
    UnixDomainSocketAddress bindAddress() throws IOException {
        Path bound = bindPath();
        if (bound.toString().getBytes(StandardCharsets.UTF_8).length > CsiEndpoint.LONGEST) {
            // Slightly longer than the socket's own path, and too long for the kernel: use a short symbolic link.
            shortcut = Files.createTempDirectory("stowage").resolve("d");
            bound = Files.createSymbolicLink(shortcut, bindDirectory).resolve("s");
        }
        return UnixDomainSocketAddress.of(bound);
    }

    /// Gives the bound socket its owner and mode, and moves it to where clients expect it.
    void moveIntoPlace(@Nullable String group) throws IOException {
        Path bound = bindPath();
        if (group != null) {
            changeGroup(bound, group);
        }
        Files.setPosixFilePermissions(
                bound, PosixFilePermissions.fromString(group == null ? "rw-------" : "rw-rw----"));
        identity = identityOf(bound);
        Files.move(bound, place, StandardCopyOption.ATOMIC_MOVE);
        abandon();
    }

    /// Removes the files that are needed only during the start.
    void abandon() throws IOException {
        if (shortcut != null) {
            Files.deleteIfExists(shortcut);
            Files.deleteIfExists(requireNonNull(shortcut.getParent()));
        }
        removeBindDirectory();
    }

    /// Removes the file unless another process has replaced it.
    void remove() throws IOException {
        try {
            if (identity != null && identity.equals(identityOf(place))) {
                Files.delete(place);
            }
        } catch (NoSuchFileException e) {
            // Already removed.
        }
    }

    private void ensureParent() throws IOException {
        Path parent = place.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            Files.createDirectories(
                    parent, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    private void createBindDirectory() throws IOException {
        if (Files.exists(bindDirectory, LinkOption.NOFOLLOW_LINKS)) {
            // Left by a process that was killed while it started, or in use by one that is starting now.
            refuseUnlessStale(bindPath());
            removeBindDirectory();
        }
        Files.createDirectory(
                bindDirectory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private void removeBindDirectory() throws IOException {
        Files.deleteIfExists(bindPath());
        try {
            Files.deleteIfExists(bindDirectory);
        } catch (DirectoryNotEmptyException e) {
            throw new IOException(bindDirectory + " blocks the socket " + place + ": it is not empty (remove it)", e);
        }
    }

    private Path bindPath() {
        return bindDirectory.resolve("s");
    }

    private static void changeGroup(Path socket, String group) throws IOException {
        var principal = socket.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(group);
        Files.getFileAttributeView(socket, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setGroup(principal);
    }

    private static void refuseUnlessStale(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if ((mode & TYPE_MASK) != TYPE_SOCKET) {
            throw new IOException(path + " exists and is not a socket (remove it, or choose another endpoint)");
        }
        if (answers(path)) {
            throw new IOException("another process serves " + path + " (stop it, or choose another endpoint)");
        }
    }

    private static boolean answers(Path path) throws IOException {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // Non-blocking: a full queue of connections means that a process serves it, and must not block us.
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    private static @Nullable Object identityOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }
}
