package dev.stowage.driver.shared;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// Directories of volumes at paths that a storage class chose.
///
/// Several volumes may have the same directory, or one inside the other's. So every volume leaves a mark for its
/// directory and all above it: `subdirs/DIGEST/ID`. A directory with the mark of another volume is not removed, nor
/// one that existed before. Safe for several threads.
final class SubDirectories {
    private static final String RECORD = "share.json";
    private static final String REMOVING = ".stowage-removing-";
    private static final String ARCHIVED = "archived-";

    private final PoolDirectory folder;

    SubDirectories(PoolDirectory folder) {
        this.folder = folder;
    }

    /// What is recorded for the volume, if its directory has a path of its own.
    Optional<ShareVolumeRecord> find(VolumeId id) throws IOException {
        return RecordFile.find(folder.of(id).resolve(RECORD), new ShareVolumeRecord.JsonCodec());
    }

    Descriptor open(SubDirectory wanted) throws LinuxException {
        try (BeneathResolver share = BeneathResolver.withinMount(folder.root())) {
            return share.openHandle(wanted.path());
        }
    }

    /// Intent first: the record and the marks are on the share before the directory.
    synchronized void create(VolumeId id, SubDirectory wanted, int mode, OnDelete onDelete) throws IOException {
        Directories.ensure(folder.of(id));
        write(id, new ShareVolumeRecord(wanted, onDelete, !exists(wanted), false));
        KillPoint.pass();
        for (SubDirectory one : wanted.upwards()) {
            Directories.ensure(marks(one));
            mark(marks(one).resolve(id.value()));
        }
        KillPoint.pass();
        boolean made = find(id).orElseThrow().made();
        try (BeneathResolver share = BeneathResolver.withinMount(folder.root());
                Descriptor _ = share.ensureDirectory(wanted.path(), mode)) {
            KillPoint.pass();
            write(id, new ShareVolumeRecord(wanted, onDelete, made, true));
        }
    }

    private static void mark(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // From an interrupted attempt.
        }
    }

    private void write(VolumeId id, ShareVolumeRecord now) throws IOException {
        RecordFile.write(folder.of(id).resolve(RECORD), new ShareVolumeRecord.JsonCodec(), now);
    }

    private boolean exists(SubDirectory wanted) throws LinuxException {
        try (Descriptor _ = open(wanted)) {
            return true;
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOENT) {
                return false;
            }
            throw e;
        }
    }

    /// Removes, archives or keeps the directory. It disappears in one step, before its content is removed.
    void remove(VolumeId id) throws IOException {
        Optional<ShareVolumeRecord> recorded = find(id);
        if (recorded.isPresent()) {
            setAside(id, recorded.get());
            Directories.removeTree(folder.root(), REMOVING + id.value());
            for (SubDirectory one : recorded.get().subDirectory().upwards()) {
                Files.deleteIfExists(marks(one).resolve(id.value()));
                removeEmpty(marks(one));
            }
        }
    }

    private synchronized void setAside(VolumeId id, ShareVolumeRecord recorded) throws IOException {
        if (!recorded.made() || recorded.onDelete() == OnDelete.RETAIN || isMarkedByOthers(id, recorded)) {
            return;
        }
        SubDirectory own = recorded.subDirectory();
        try (BeneathResolver share = BeneathResolver.withinMount(folder.root());
                Descriptor parent = share.openDirectory(own.parent())) {
            Path from = parent.path().resolve(own.name());
            if (!Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
                return; // an earlier attempt removed it, or a user did
            }
            if (!recorded.complete()) {
                removeEmpty(from);
            } else if (recorded.onDelete() == OnDelete.ARCHIVE) {
                Files.move(from, archive(parent.path(), own, id), StandardCopyOption.ATOMIC_MOVE);
            } else {
                Path aside = share.base().path().resolve(REMOVING + id.value());
                Files.move(from, aside, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (LinuxException e) {
            if (e.errno() != Errno.ENOENT) {
                throw e;
            }
        }
        KillPoint.pass();
    }

    private static Path archive(Path parent, SubDirectory own, VolumeId id) {
        Path usual = parent.resolve(ARCHIVED + own.name());
        return Files.exists(usual, LinkOption.NOFOLLOW_LINKS)
                ? parent.resolve(ARCHIVED + own.name() + "-" + id.value())
                : usual;
    }

    private boolean isMarkedByOthers(VolumeId id, ShareVolumeRecord recorded) throws IOException {
        Path marks = marks(recorded.subDirectory());
        return Files.isDirectory(marks) && Directories.list(marks).stream().anyMatch(name -> !name.equals(id.value()));
    }

    private static void removeEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // Another volume has its mark or its data there.
        }
    }

    private Path marks(SubDirectory wanted) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(wanted.path().getBytes(StandardCharsets.UTF_8));
            return folder.root().resolve("subdirs").resolve(HexFormat.of().formatHex(digest, 0, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
