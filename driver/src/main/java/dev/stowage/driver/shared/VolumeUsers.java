package dev.stowage.driver.shared;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Who writes to a volume, on whatever node. Each publication has a mark `volumes/ID/users/NODE-…`. While the volume is
/// copied, `users` is a link instead of a directory, whose text names the copy; then no publication begins.
///
/// Caches of the nodes do not matter: making a file in `users`, making the link, and removing `users` only while it is
/// empty are each one step that the server decides.
final class VolumeUsers {
    private static final String USERS = "users";
    private static final String HELD = "held-by-";
    private static final int OWNER_ONLY = 0700;
    private static final int MARK_MODE = 0600;
    /// Each attempt loses a race against the end of a copy.
    private static final int ATTEMPTS = 10;

    private final PoolDirectory folder;

    VolumeUsers(PoolDirectory folder) {
        this.folder = folder;
    }

    private Path users(VolumeId volume) {
        return folder.of(volume).resolve(USERS);
    }

    /// @throws CsiException ABORTED while the volume is copied
    void enter(VolumeId volume, String mark) throws CsiException, IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (!ensureUsers(volume)) {
                refuseHeld(volume);
                continue;
            }
            try (BeneathResolver own = BeneathResolver.withinMount(folder.of(volume));
                    Descriptor _ = own.create(USERS + "/" + mark, MARK_MODE)) {
                return;
            } catch (LinuxException e) {
                if (e.errno() == Errno.EEXIST) {
                    return; // from an earlier call for the same target
                }
                if (e.errno() != Errno.ENOENT && e.errno() != Errno.ELOOP && e.errno() != Errno.ENOTDIR) {
                    throw e;
                }
                refuseHeld(volume);
            }
        }
        throw CsiException.aborted("copies of volume " + volume + " begin and end; try again");
    }

    /// False when a copy holds the volume, or has just ended. Then the name exists and is no directory.
    private boolean ensureUsers(VolumeId volume) throws IOException {
        try {
            Directories.ensure(users(volume), OWNER_ONLY);
            return true;
        } catch (LinuxException e) {
            if (e.errno() == Errno.EEXIST
                    || e.errno() == Errno.ENOENT
                    || e.errno() == Errno.ELOOP
                    || e.errno() == Errno.ENOTDIR) {
                return false;
            }
            throw e;
        }
    }

    /// There may be no mark.
    void leave(VolumeId volume, String mark) throws IOException {
        try {
            Files.deleteIfExists(users(volume).resolve(mark));
        } catch (NotDirectoryException | NoSuchFileException e) {
            // The volume is deleted.
        }
    }

    /// Keeps the volume from being published for writing, until the copy releases it.
    ///
    /// @throws CsiException FAILED_PRECONDITION when it is published for writing
    void hold(VolumeId volume, String copy) throws CsiException, IOException {
        try {
            Directories.removeEmpty(users(volume));
        } catch (LinuxException e) {
            if (e.errno() != Errno.ENOTEMPTY && e.errno() != Errno.ENOTDIR) {
                throw e;
            }
            if (e.errno() == Errno.ENOTEMPTY) {
                throw published(volume);
            }
        }
        try {
            Files.createSymbolicLink(users(volume), Path.of(HELD + copy));
        } catch (FileAlreadyExistsException e) {
            Optional<String> holder = holder(volume);
            if (holder.isEmpty()) {
                throw published(volume);
            }
            if (!holder.get().equals(copy)) {
                throw held(volume, holder.get());
            }
        }
    }

    private CsiException published(VolumeId volume) throws IOException {
        List<String> marks = Files.isDirectory(users(volume)) ? Directories.list(users(volume)) : List.of();
        return new CsiException(
                CsiCode.FAILED_PRECONDITION,
                ("volume %s is published for writing (%s), and a copy would mix several points in time; unpublish it"
                                + " first, or allow that with the parameter consistency: none. Of a node that is gone"
                                + " for good, delete the mark in %s on the share")
                        .formatted(
                                volume,
                                marks.isEmpty() ? "on a node" : marks.getFirst(),
                                folder.root().relativize(users(volume))));
    }

    void release(VolumeId volume, String copy) throws IOException {
        if (holder(volume).filter(copy::equals).isPresent()) {
            Files.deleteIfExists(users(volume));
        }
    }

    /// @throws CsiException ABORTED while the volume is copied
    void refuseHeld(VolumeId volume) throws CsiException, IOException {
        Optional<String> holder = holder(volume);
        if (holder.isPresent()) {
            throw held(volume, holder.get());
        }
    }

    private static CsiException held(VolumeId volume, String holder) {
        return CsiException.aborted(
                "volume %s is being copied for %s; try again when that is done".formatted(volume, holder));
    }

    private Optional<String> holder(VolumeId volume) throws IOException {
        try {
            String text = Files.readSymbolicLink(users(volume)).toString();
            return text.startsWith(HELD) ? Optional.of(text.substring(HELD.length())) : Optional.empty();
        } catch (NotLinkException | NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
