package dev.stowage.driver.shared;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.share.Share;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Snapshots of volumes on a share. A walk makes them, in the background: until it is done, the snapshot is incomplete
/// and its volume is held. A note of this node, from before the snapshot until the end of its walk, makes the next
/// start
/// walk again; the volume is held until then. Safe for several threads.
final class ShareSnapshots {
    private static final Logger log = LoggerFactory.getLogger(ShareSnapshots.class);

    private final PoolDirectory folder;
    private final Path notes;
    private final VolumeTrees trees;
    private final Share share;
    private final Consumer<Bytes> freed;
    private final Map<SnapshotId, Walk> walks = new ConcurrentHashMap<>();

    private record Walk(VolumeId of, CopyReport progress, CompletableFuture<Void> ended) {}

    /// @param notes directory of this node
    /// @param freed receives the size of a snapshot whose walk failed: its space is free again
    ShareSnapshots(PoolDirectory folder, Path notes, VolumeTrees trees, Share share, Consumer<Bytes> freed) {
        this.folder = folder;
        this.notes = notes;
        this.trees = trees;
        this.share = share;
        this.freed = freed;
    }

    /// All volumes are held before the first walk begins. Returns while the walks run.
    List<SnapshotMeta> take(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        boolean mayBeWritten = VolumeTrees.mayBeWritten(parameters);
        Directories.ensure(notes);
        List<SnapshotMeta> made = new ArrayList<>();
        try {
            for (Map.Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
                Directories.ensure(folder.of(one.getValue()));
                if (!mayBeWritten) {
                    trees.hold(one.getKey().id(), folder.of(one.getValue()));
                }
            }
            Instant takenAt = Instant.now();
            for (Map.Entry<VolumeMeta, SnapshotId> one : wanted.entrySet()) {
                VolumeMeta volume = one.getKey();
                note(one.getValue());
                SnapshotMeta snapshot = new SnapshotMeta(
                        one.getValue(), volume.id(), volume.size(), volume.fsType(), volume.block(), takenAt, false);
                folder.write(snapshot);
                made.add(snapshot);
            }
        } catch (CsiException | IOException | RuntimeException e) {
            for (SnapshotId id : wanted.values()) {
                undo(id, e);
            }
            throw e;
        }
        made.forEach(this::start);
        return made;
    }

    private void note(SnapshotId id) throws IOException {
        Files.deleteIfExists(notes.resolve(id.value()));
        Files.createFile(notes.resolve(id.value()));
        Directories.sync(notes);
        KillPoint.pass();
    }

    private void undo(SnapshotId id, Exception cause) {
        try {
            boolean ignored = delete(id);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private void start(SnapshotMeta snapshot) {
        CopyReport progress = new CopyReport("snapshot " + snapshot.id());
        CompletableFuture<Void> ended = new CompletableFuture<>();
        if (walks.putIfAbsent(snapshot.id(), new Walk(snapshot.of(), progress, ended)) != null) {
            return;
        }
        CompletableFuture<Void> work = share.copy("copy of snapshot " + snapshot.id(), () -> walk(snapshot, progress));
        var _ = work.whenComplete((_, failure) -> {
            if (failure != null) {
                log.warn("The walk of snapshot {} did not end: {}", snapshot.id(), failure.getMessage());
            }
            walks.remove(snapshot.id());
            ended.complete(null);
        });
    }

    private void walk(SnapshotMeta snapshot, CopyReport progress) throws IOException {
        Path own = folder.of(snapshot.id());
        boolean isComplete = false;
        try (Descriptor source = trees.open(snapshot.of())) {
            trees.copy(source, own, progress);
            folder.write(snapshot.asComplete()); // first: once the volume may be written, no walk begins again
            isComplete = true;
            trees.release(own);
            log.info("Snapshot {} is complete: {}.", snapshot.id(), progress);
        } catch (IOException | RuntimeException e) {
            if (progress.isCancelled()) {
                return; // the deletion does the rest
            }
            if (isComplete) {
                throw e; // the note stays, and the next start releases the volume
            }
            log.error("Cannot copy snapshot {}; removing its data.", snapshot.id(), e);
            trees.release(own);
            folder.fail(snapshot.id(), "copying volume %s failed: %s".formatted(snapshot.of(), e.getMessage()));
            freed.accept(snapshot.size());
        }
        Files.deleteIfExists(notes.resolve(snapshot.id().value()));
    }

    /// A volume that may be written while it is copied is not held, but its files must stay until then.
    ///
    /// @throws CsiException ABORTED while this node copies it
    void refuseWhileCopied(VolumeId volume) throws CsiException {
        for (Map.Entry<SnapshotId, Walk> walk : walks.entrySet()) {
            if (walk.getValue().of().equals(volume)) {
                throw CsiException.aborted(
                        "volume %s is being copied for snapshot %s (%s so far); try again when that is done"
                                .formatted(
                                        volume, walk.getKey(), walk.getValue().progress()));
            }
        }
    }

    /// Waits a moment for walks that may be short.
    void await(List<SnapshotMeta> snapshots, Duration most) {
        long end = System.nanoTime() + most.toNanos();
        for (SnapshotMeta one : snapshots) {
            Walk walk = walks.get(one.id());
            try {
                if (walk != null) {
                    walk.ended().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                }
            } catch (TimeoutException e) {
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// Whether a killed process left walks; does not contact the server.
    boolean hasUnfinished() {
        String[] names = notes.toFile().list();
        return names != null && names.length > 0;
    }

    /// Walks again where a killed process left off. The share answers when this is called.
    void resume() throws IOException {
        if (!Files.isDirectory(notes)) {
            return;
        }
        for (String name : Directories.list(notes)) {
            resume(name);
        }
    }

    private synchronized void resume(String name) throws IOException {
        Optional<SnapshotId> id = SnapshotId.parse(name);
        Optional<SnapshotMeta> found = id.isPresent() ? folder.find(id.get()) : Optional.empty();
        if (found.isPresent() && !found.get().complete()) {
            log.info("Copying snapshot {} again: the driver ended meanwhile.", name);
            start(found.get());
        } else if (found.isPresent()) {
            trees.release(folder.of(found.get().id()));
            Files.deleteIfExists(notes.resolve(name));
        }
    }

    /// False while a walk runs. After this, none begins again.
    private synchronized boolean forget(SnapshotId id) throws IOException {
        if (walks.containsKey(id)) {
            return false;
        }
        folder.forget(id);
        return true;
    }

    /// Deletes a snapshot, or what is left of one. Returns whether it had a record.
    boolean delete(SnapshotId id) throws IOException {
        boolean isRecorded = folder.find(id).isPresent();
        while (!forget(id)) {
            Walk walk = walks.get(id);
            if (walk != null) {
                walk.progress().cancel();
                walk.ended().join();
            }
        }
        KillPoint.pass();
        trees.release(folder.of(id));
        folder.remove(id);
        Files.deleteIfExists(notes.resolve(id.value()));
        return isRecorded;
    }
}
