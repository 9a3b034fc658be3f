package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.device.BlockCopyReport;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.SnapshotCopies;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.OpenFileLock;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Snapshots that are still being copied, in the background.
///
/// The record of such a snapshot says that it is incomplete, and a note beside it when its volume was last
/// written. The copier holds a shared lock on the volume's image, so that it cannot be attached for writing,
/// and an exclusive one on its own, so that another driver that starts on the same pool leaves it alone.
final class BackgroundCopies {

    private static final Logger log = LoggerFactory.getLogger(BackgroundCopies.class);
    private static final String NOTE = "copied-from";

    private final CheckpointListener checkpoints;
    private final SnapshotCopies copies;

    /// @param freed receives the size of a snapshot whose copy failed: its space is free again
    BackgroundCopies(CheckpointListener checkpoints, Consumer<Bytes> freed) {
        this.checkpoints = checkpoints;
        this.copies = new SnapshotCopies(freed);
    }

    /// Starts copies; the snapshots are recorded as incomplete when this returns. If it fails, none is started.
    ///
    /// @param sources the images of the volumes, locked, in the order of the snapshots; if this succeeds, each
    ///     is closed when its copy has ended
    void start(PoolDirectory pool, List<SnapshotMeta> snapshots, List<Descriptor> sources) throws IOException {
        List<Descriptor> targets = new ArrayList<>();
        boolean isPrepared = false;
        try {
            for (int i = 0; i < snapshots.size(); i++) {
                SnapshotMeta snapshot = snapshots.get(i);
                targets.add(ImageFile.of(pool, snapshot.id()).create());
                OpenFileLock.lockExclusively(targets.getLast());
                Files.writeString(pool.of(snapshot.id()).resolve(NOTE), written(sources.get(i)));
                pool.write(snapshot);
                checkpoints.reached(Checkpoint.SNAPSHOT_RECORDED);
            }
            isPrepared = true;
        } finally {
            if (!isPrepared) {
                targets.forEach(Descriptor::close);
            }
        }
        for (int i = 0; i < snapshots.size(); i++) {
            run(pool, snapshots.get(i), sources.get(i), targets.get(i));
        }
    }

    private static String written(Descriptor source) throws IOException {
        return Files.getLastModifiedTime(source.path()).toString();
    }

    private void run(PoolDirectory pool, SnapshotMeta snapshot, Descriptor source, Descriptor target) {
        copies.start(pool, snapshot, new ImageCopy(pool.of(snapshot.id()).resolve(NOTE), source, target));
    }

    private record ImageCopy(Path note, Descriptor source, Descriptor target) implements SnapshotCopies.Copy {

        /// The volume is released before the snapshot is reported complete: a caller that waited for it uses the
        /// volume again at once.
        @Override
        public void run(BlockCopyReport progress) throws CsiException, IOException {
            try (source) {
                SparseCopy.copy(source, target, progress);
            }
        }

        @Override
        public void recorded() throws IOException {
            Files.deleteIfExists(note);
        }

        /// The source, too: the copy may have been cancelled before its turn.
        @Override
        public void close() {
            source.close();
            target.close();
        }
    }

    /// Returns when no copier works on it any more.
    void cancel(SnapshotId id) {
        copies.cancel(id);
    }

    /// Restarts copies that a killed process left incomplete, or deletes them when their volume was written
    /// since.
    void resume(PoolDirectory pool) throws IOException {
        for (SnapshotId id : pool.snapshotIds()) {
            var found = pool.find(id);
            if (found.isPresent() && !found.get().complete() && !copies.isRunning(id)) {
                resume(pool, found.get());
            }
        }
    }

    private void resume(PoolDirectory pool, SnapshotMeta snapshot) throws IOException {
        Optional<Descriptor> target = locked(() -> {
            Descriptor image = ImageFile.of(pool, snapshot.id()).openForWriting();
            return lock(image, () -> OpenFileLock.lockExclusively(image));
        });
        if (target.isEmpty() && ImageFile.of(pool, snapshot.id()).find().isPresent()) {
            return; // another driver is copying it
        }
        Optional<Descriptor> source = locked(() -> {
            Descriptor image = ImageFile.of(pool, snapshot.of()).openForReading();
            return lock(image, () -> OpenFileLock.lockShared(image));
        });
        if (target.isPresent() && source.isPresent() && isUnwritten(pool, snapshot, source.get())) {
            ImageFile.setLength(target.get(), 0);
            run(pool, snapshot, source.get(), target.get());
            return;
        }
        source.ifPresent(Descriptor::close);
        log.error(
                "Removing snapshot {}: its copy was interrupted, and volume {} was changed or deleted since.",
                snapshot.id(),
                snapshot.of());
        pool.fail(
                snapshot.id(),
                "its copy was interrupted, and volume %s was changed or deleted since".formatted(snapshot.of()));
        target.ifPresent(Descriptor::close);
    }

    private static boolean isUnwritten(PoolDirectory pool, SnapshotMeta snapshot, Descriptor source)
            throws IOException {
        Path note = pool.of(snapshot.id()).resolve(NOTE);
        return Files.exists(note) && Files.readString(note).equals(written(source));
    }

    private interface Opening {
        Descriptor open() throws IOException;
    }

    private interface Locking {
        void lock() throws IOException;
    }

    private static Descriptor lock(Descriptor image, Locking locking) throws IOException {
        try {
            locking.lock();
            return image;
        } catch (IOException e) {
            image.close();
            throw e;
        }
    }

    /// Empty when it does not exist, or is locked by another process.
    private static Optional<Descriptor> locked(Opening opening) throws IOException {
        try {
            return Optional.of(opening.open());
        } catch (LinuxException e) {
            if (e.errno() == Errno.EAGAIN || e.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
