package dev.stowage.driver.shared;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiException;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Directories of volumes at paths that a storage class chose.
///
/// Several volumes may have the same directory, or one inside the other's. So every volume leaves a mark for its
/// directory and all above it: `subdirs/DIGEST/ID`. A directory with the mark of another volume is not removed, nor
/// one that existed before. Safe for several threads.
final class SubDirectories {
    private static final String RECORD = "share.json";
    private static final String REMOVING = ".stowage-removing-";
    private static final String ARCHIVED = "archived-";
    private static final String DATA = "data";
    /// A file: `data` is about to be moved to its path.
    private static final String MOVING = "moving";

    private static final int PARENT_MODE = 0755;

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
        mark(id, wanted);
        KillPoint.pass();
        boolean made = find(id).orElseThrow().made();
        try (BeneathResolver share = BeneathResolver.withinMount(folder.root());
                Descriptor _ = share.ensureDirectory(wanted.path(), mode)) {
            KillPoint.pass();
            write(id, new ShareVolumeRecord(wanted, onDelete, made, true));
        }
    }

    /// Makes the complete directory `volumes/ID/data` the volume's, at the path that the class chose.
    synchronized void place(VolumeId id, SubDirectory wanted, OnDelete onDelete) throws CsiException, IOException {
        if (exists(wanted)) {
            throw CsiException.failedPrecondition(
                    "the directory of parameter subDir, %s, exists on the share;".formatted(wanted.path())
                            + " a volume with a source needs a new one");
        }
        write(id, new ShareVolumeRecord(wanted, onDelete, true, false));
        mark(id, wanted);
        mark(folder.of(id).resolve(MOVING));
        KillPoint.pass();
        try (BeneathResolver share = BeneathResolver.withinMount(folder.root());
                Descriptor parent = share.ensureDirectory(wanted.parent(), PARENT_MODE)) {
            Files.move(
                    folder.of(id).resolve(DATA), parent.path().resolve(wanted.name()), StandardCopyOption.ATOMIC_MOVE);
        }
        KillPoint.pass();
        write(id, new ShareVolumeRecord(wanted, onDelete, true, true));
    }

    /// Whether the directory was there when the record was written, or was moved there since.
    private boolean isComplete(VolumeId id, ShareVolumeRecord recorded) {
        Path own = folder.of(id);
        return recorded.complete() || (Files.exists(own.resolve(MOVING)) && Files.notExists(own.resolve(DATA)));
    }

    /// The volume, and all whose directory is the same, above it or in it; the whole share is above every volume.
    List<VolumeId> overlapping(VolumeId id) throws IOException {
        Set<VolumeId> all = new TreeSet<>(Set.of(id));
        Optional<ShareVolumeRecord> recorded = find(id);
        Set<SubDirectory> places = new LinkedHashSet<>();
        recorded.ifPresent(found -> places.addAll(found.subDirectory().upwards()));
        places.add(SubDirectory.ROOT);
        for (SubDirectory one : places) {
            for (String name : Files.isDirectory(marks(one)) ? Directories.list(marks(one)) : List.<String>of()) {
                Optional<VolumeId> other = VolumeId.parse(name);
                boolean isOwn =
                        recorded.isPresent() && one.equals(recorded.get().subDirectory());
                if (other.isPresent() && (isOwn || isAt(other.get(), one))) {
                    all.add(other.get());
                }
            }
        }
        return List.copyOf(all);
    }

    private boolean isAt(VolumeId id, SubDirectory path) throws IOException {
        return find(id).filter(recorded -> recorded.subDirectory().equals(path)).isPresent();
    }

    private void mark(VolumeId id, SubDirectory wanted) throws IOException {
        for (SubDirectory one : wanted.upwards()) {
            Directories.ensure(marks(one));
            mark(marks(one).resolve(id.value()));
        }
    }

    /// Records an existing directory as the volume's, unless an interrupted removal has its record. Returns whether it
    /// exists.
    synchronized boolean adopt(VolumeId id, SubDirectory existing, OnDelete onDelete) throws IOException {
        if (!exists(existing)) {
            return false;
        }
        Directories.ensure(folder.of(id));
        mark(id, existing);
        KillPoint.pass();
        if (find(id).isEmpty()) {
            write(id, new ShareVolumeRecord(existing, onDelete, true, true));
        }
        return true;
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

    /// Removes, archives or keeps the directory. It disappears in one step; from then on the record says that the path
    /// is not the volume's any more, as a user may create another directory there before an interrupted call is
    /// repeated.
    void remove(VolumeId id) throws IOException {
        Optional<ShareVolumeRecord> recorded = find(id);
        if (recorded.isPresent()) {
            if (setAside(id, recorded.get())) {
                KillPoint.pass();
                write(id, recorded.get().released());
                KillPoint.pass();
            }
            end(id, recorded.get());
            for (SubDirectory one : recorded.get().subDirectory().upwards()) {
                Files.deleteIfExists(marks(one).resolve(id.value()));
                removeEmpty(marks(one));
            }
        }
    }

    /// Returns whether the volume's directory is set aside now, or was by an earlier call.
    private synchronized boolean setAside(VolumeId id, ShareVolumeRecord recorded) throws IOException {
        if (!recorded.made() || recorded.onDelete() == OnDelete.RETAIN || isMarkedByOthers(id, recorded)) {
            return false;
        }
        SubDirectory own = recorded.subDirectory();
        try (BeneathResolver share = BeneathResolver.withinMount(folder.root());
                Descriptor parent = share.openDirectory(own.parent())) {
            Path aside = share.base().path().resolve(REMOVING + id.value());
            if (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
            Path from = parent.path().resolve(own.name());
            if (!Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
                return false; // a user removed it
            }
            if (!isComplete(id, recorded)) {
                removeEmpty(from);
                return true; // what stays there is not the volume's, so it is recorded as released
            }
            Files.move(from, aside, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (LinuxException e) {
            if (e.errno() != Errno.ENOENT) {
                throw e;
            }
            return false;
        }
    }

    private synchronized void end(VolumeId id, ShareVolumeRecord recorded) throws IOException {
        if (recorded.onDelete() != OnDelete.ARCHIVE) {
            Directories.removeTree(folder.root(), REMOVING + id.value());
            return;
        }
        SubDirectory own = recorded.subDirectory();
        try (BeneathResolver share = BeneathResolver.withinMount(folder.root())) {
            Path aside = share.base().path().resolve(REMOVING + id.value());
            if (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
                try (Descriptor parent = share.ensureDirectory(own.parent(), PARENT_MODE)) {
                    Files.move(aside, archive(parent.path(), own, id), StandardCopyOption.ATOMIC_MOVE);
                }
            }
        }
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
