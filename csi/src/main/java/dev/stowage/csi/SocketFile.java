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

/// The file of a listening socket, from before it is there until after it is gone.
///
/// A socket gets its permissions from the umask when it is bound, and answers at once. So that nobody else can
/// connect
/// in between, it is bound inside a directory of mode 0700, given its owner and mode there, and then moved to its
/// place, which replaces a stale one in the same step. The directory is hidden, lies next to the socket
/// because a move
/// cannot leave the file system, and is gone again before the server has started.
final class SocketFile {

    private static final int TYPE_MASK = 0170000;
    private static final int TYPE_SOCKET = 0140000;

    private final Path place;
    private final Path nursery;
    private @Nullable Path shortcut;
    private @Nullable Object identity;

    private SocketFile(Path place) {
        this.place = place;
        this.nursery = place.resolveSibling("." + place.getFileName());
    }

    /// Clears the way. What is at the socket's place must be nothing, or a socket on which nobody answers.
    static SocketFile prepare(CsiEndpoint endpoint) throws IOException {
        var file = new SocketFile(endpoint.socket());
        file.ensureParent();
        refuseUnlessStale(file.place);
        file.openNursery();
        return file;
    }

    /// Where to bind. To be followed by `settle`, or by `abandon`.
    UnixDomainSocketAddress birthplace() throws IOException {
        Path newborn = newborn();
        if (newborn.toString().getBytes(StandardCharsets.UTF_8).length > CsiEndpoint.LONGEST) {
            // A little longer than the socket's own path, and that little too long for the kernel: take a short cut.
            shortcut = Files.createTempDirectory("stowage").resolve("d");
            newborn = Files.createSymbolicLink(shortcut, nursery).resolve("s");
        }
        return UnixDomainSocketAddress.of(newborn);
    }

    /// Gives the bound socket its owner and mode, and puts it where clients look for it.
    void settle(@Nullable String group) throws IOException {
        Path newborn = newborn();
        if (group != null) {
            changeGroup(newborn, group);
        }
        Files.setPosixFilePermissions(
                newborn, PosixFilePermissions.fromString(group == null ? "rw-------" : "rw-rw----"));
        identity = identityOf(newborn);
        Files.move(newborn, place, StandardCopyOption.ATOMIC_MOVE);
        abandon();
    }

    /// Takes away what was there for the start only.
    void abandon() throws IOException {
        if (shortcut != null) {
            Files.deleteIfExists(shortcut);
            Files.deleteIfExists(requireNonNull(shortcut.getParent()));
        }
        closeNursery();
    }

    /// Removes the file unless somebody else has put theirs in its place.
    void remove() throws IOException {
        try {
            if (identity != null && identity.equals(identityOf(place))) {
                Files.delete(place);
            }
        } catch (NoSuchFileException e) {
            // Gone already, as it should be.
        }
    }

    private void ensureParent() throws IOException {
        Path parent = place.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            Files.createDirectories(
                    parent, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    private void openNursery() throws IOException {
        if (Files.exists(nursery, LinkOption.NOFOLLOW_LINKS)) {
            // Left by a process that was killed while it started, or in use by one that is starting now.
            refuseUnlessStale(newborn());
            closeNursery();
        }
        Files.createDirectory(
                nursery, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private void closeNursery() throws IOException {
        Files.deleteIfExists(newborn());
        try {
            Files.deleteIfExists(nursery);
        } catch (DirectoryNotEmptyException e) {
            throw new IOException(nursery + " is in the way of the socket " + place + " and not ours. Remove it.", e);
        }
    }

    private Path newborn() {
        return nursery.resolve("s");
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
            throw new IOException(path + " exists and is not a socket. Remove it, or choose another endpoint.");
        }
        if (answers(path)) {
            throw new IOException("Another process serves " + path + ". Stop it, or choose another endpoint.");
        }
    }

    private static boolean answers(Path path) throws IOException {
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // Non-blocking: a full queue of connections means that somebody is there, and must not hold us up.
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
