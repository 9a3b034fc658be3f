package dev.stowage.linux.btrfs;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.SyscallInterruptedException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/// Snapshots of several subvolumes, requested at the same time.
///
/// btrfs takes a snapshot when it commits, and all snapshots of one commit show the same point in time. A program
/// cannot request that directly. It can only request the snapshots at the same time and check afterwards whether
/// one transaction created all of them ([BtrfsSubvolume#madeIn()]). While one commit is being written, the next
/// transaction stays open, so the snapshots are requested right after another commit has begun.
public final class BtrfsSnapshotSet {
    private static final long START_SYNC = 0x80089418L;

    private BtrfsSnapshotSet() {}

    /// @param parent the directory in which the snapshot is created
    public record SnapshotRequest(Descriptor source, Descriptor parent, String name) {}

    /// Creates them read-only, each on its own thread. When one fails, the others may have been created.
    public static void take(List<SnapshotRequest> all) throws IOException {
        CountDownLatch ready = new CountDownLatch(all.size());
        CountDownLatch together = new CountDownLatch(1);
        List<CompletableFuture<Void>> taken = new ArrayList<>();
        for (SnapshotRequest one : all) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            taken.add(done);
            Thread.ofPlatform().daemon().name("snapshot " + one.parent()).start(() -> take(one, ready, together, done));
        }
        try {
            beginCommit(all.getFirst().parent(), ready);
        } finally {
            together.countDown();
        }
        IOException failure = null;
        for (CompletableFuture<Void> one : taken) {
            try {
                one.get();
            } catch (ExecutionException e) {
                failure = failure == null ? new IOException(String.valueOf(e.getCause()), e) : failure;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SyscallInterruptedException("snapshot", "several subvolumes");
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void beginCommit(Descriptor anywhere, CountDownLatch ready) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ready.await();
            touch(anywhere);
            BtrfsIoctl.call(anywhere, START_SYNC, arena.allocate(8, 8).address(), "begin a commit", anywhere);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SyscallInterruptedException("snapshot", "several subvolumes");
        }
    }

    /// Makes a change, so that there is something to commit.
    private static void touch(Descriptor directory) throws LinuxException {
        try (Arena arena = Arena.ofConfined()) {
            long mode = Stat.of(directory).permissions();
            long path = CString.of(arena, directory.path().toString());
            Libc.check(Libc.CHMOD.invoke(path, mode), "chmod", directory);
        }
    }

    private static void take(
            SnapshotRequest one, CountDownLatch ready, CountDownLatch together, CompletableFuture<Void> done) {
        try {
            ready.countDown();
            together.await();
            // Kept open even when the caller is interrupted and closes them.
            one.source()
                    .use(_ -> one.parent().use(_ -> {
                        BtrfsSubvolumes.snapshotHere(one.source(), one.parent(), one.name(), true);
                        return done.complete(null);
                    }));
        } catch (IOException | InterruptedException | RuntimeException e) {
            done.completeExceptionally(e);
        }
    }
}
