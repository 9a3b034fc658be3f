package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Snapshots of devices that are copied in the background, one at a time: concurrent readers slow a disk
/// down. Until its copy is complete, the record of such a snapshot says that it is not; when the copy fails
/// for good, record and data are removed, and the reason is kept. Safe for several threads.
public final class SnapshotCopies {

    private final Consumer<Bytes> freed;
    private final CopyRetryDelay retryDelay;
    private final Map<SnapshotId, Running> running = new ConcurrentHashMap<>();
    private final CopyQueue queue = new CopyQueue();

    private record Running(VolumeId of, BlockCopyReport progress, CompletableFuture<Void> ended) {}

    /// How the data of one snapshot is copied.
    public interface Copy extends AutoCloseable {

        /// The copy is complete and on disk when this returns, and the volume is as free as before. Not called for a
        /// copy that is cancelled before its turn.
        ///
        /// @throws CopyLostException when another attempt would fail, too
        void run(BlockCopyReport progress) throws CsiException, IOException;

        /// Whether a copy that failed keeps its source, so that it can be run again.
        default boolean canBeRepeated() {
            return false;
        }

        /// Removes what only matters until the snapshot is recorded as complete.
        default void recorded() throws IOException {}

        /// Removes what a copy that failed for good has outside the directory of the snapshot.
        default void failed() throws CsiException, IOException {}

        @Override
        default void close() {}
    }

    /// A copy that a caller waits for.
    @FunctionalInterface
    public interface AwaitedCopy {
        void run(BlockCopyReport progress) throws CsiException, IOException;
    }

    /// @param freed receives the size of a snapshot whose copy failed: its space is free again
    public SnapshotCopies(Consumer<Bytes> freed) {
        this(freed, CopyRetryDelay.USUAL);
    }

    SnapshotCopies(Consumer<Bytes> freed, CopyRetryDelay retryDelay) {
        this.freed = freed;
        this.retryDelay = retryDelay;
    }

    /// Starts a copy; the snapshot is recorded as incomplete before. Does nothing while one runs.
    public void start(PoolDirectory pool, SnapshotMeta snapshot, Copy copy) {
        String what = "snapshot " + snapshot.id();
        Running me = new Running(
                snapshot.of(), new BlockCopyReport(what, snapshot.size().count()), new CompletableFuture<>());
        if (running.putIfAbsent(snapshot.id(), me) == null) {
            Thread.ofVirtual().name("copy of " + what).start(() -> run(pool, snapshot, copy, me));
        }
    }

    private void run(PoolDirectory pool, SnapshotMeta snapshot, Copy copy, Running me) {
        try {
            new SnapshotCopyJob(pool, snapshot, copy, me.progress(), retryDelay).run(queue, freed);
        } finally {
            running.remove(snapshot.id());
            me.ended().complete(null);
        }
    }

    /// Copies in turn with the others, to the end although the caller is cancelled: the copy of a large volume would
    /// otherwise be undone by each repeated call.
    public void await(String what, Bytes size, AwaitedCopy copy) throws CsiException, IOException {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofVirtual().name("copy of " + what).start(() -> {
            try (var _ = queue.await()) {
                copy.run(new BlockCopyReport(what, size.count()));
                ended.complete(null);
            } catch (CsiException | IOException | RuntimeException | Error e) {
                ended.completeExceptionally(e);
            }
        });
        try {
            ended.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case CsiException cause -> throw cause;
                case IOException cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }

    public boolean isRunning(SnapshotId id) {
        return running.containsKey(id);
    }

    /// Returns when the snapshot is not copied any more. That is soon, also while others are copied first.
    public void cancel(SnapshotId id) {
        Running one = running.get(id);
        if (one != null) {
            one.progress().cancel();
            one.ended().join();
        }
    }

    /// Copies that run or wait end soon. Their records stay, for the next start.
    public void stop() {
        running.values().forEach(one -> one.progress().cancel());
    }

    /// @throws CsiException ABORTED while the volume is copied
    public void refuseWhileCopied(VolumeId volume) throws CsiException {
        for (Map.Entry<SnapshotId, Running> one : running.entrySet()) {
            if (one.getValue().of().equals(volume)) {
                throw CsiException.aborted("volume %s is being copied for snapshot %s (%s); try again when that is done"
                        .formatted(volume, one.getKey(), one.getValue().progress()));
            }
        }
    }

    /// Waits a moment for copies that may be short.
    public void await(List<SnapshotMeta> snapshots, Duration most) {
        long end = System.nanoTime() + most.toNanos();
        for (SnapshotMeta one : snapshots) {
            Running copy = running.get(one.id());
            try {
                if (copy != null) {
                    copy.ended().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
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
}
