package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The copy of one snapshot, in its turn. Where it can be repeated, it is tried again after a failure until it is
/// complete, lost or cancelled: what has been copied, and the point in time, are worth more than the time.
final class SnapshotCopyJob {

    private static final Logger log = LoggerFactory.getLogger(SnapshotCopyJob.class);

    private final PoolDirectory pool;
    private final SnapshotMeta snapshot;
    private final SnapshotCopies.Copy copy;
    private final BlockCopyReport progress;
    private final CopyRetryDelay delay;

    SnapshotCopyJob(
            PoolDirectory pool,
            SnapshotMeta snapshot,
            SnapshotCopies.Copy copy,
            BlockCopyReport progress,
            CopyRetryDelay delay) {
        this.pool = pool;
        this.snapshot = snapshot;
        this.copy = copy;
        this.progress = progress;
        this.delay = delay;
    }

    /// @param freed receives the size of the snapshot if the copy failed for good
    void run(CopyQueue queue, Consumer<Bytes> freed) {
        Optional<Exception> failure = attempts(queue);
        if (failure.isPresent()) {
            fail(failure.get(), freed);
        }
    }

    /// Returns why the copy is not complete, unless it is not wanted any more. It is closed then.
    private Optional<Exception> attempts(CopyQueue queue) {
        try (copy) {
            for (int failures = 1; ; failures++) {
                Optional<Exception> failure = attempt(queue);
                if (failure.isEmpty() || !isRepeated(failure.get())) {
                    return failure;
                }
                if (!waitAfter(failures, "copy snapshot", failure.get())) {
                    return Optional.empty();
                }
            }
        }
    }

    private Optional<Exception> attempt(CopyQueue queue) {
        Optional<CopyQueue.Turn> turn = queue.await(progress.cancelled());
        if (turn.isEmpty()) {
            return Optional.empty();
        }
        try (var _ = turn.get()) {
            progress.begin();
            copy.run(progress);
            pool.write(snapshot.asComplete());
            copy.recorded();
            return Optional.empty();
        } catch (CsiException | IOException | RuntimeException e) {
            return progress.isCancelled() ? Optional.empty() : Optional.of(e); // the deletion does the rest
        }
    }

    private boolean isRepeated(Exception failure) {
        return copy.canBeRepeated() && !(failure instanceof CopyLostException);
    }

    private void fail(Exception cause, Consumer<Bytes> freed) {
        log.error("Cannot copy snapshot {}; removing its data.", snapshot.id(), cause);
        String why = "copying volume %s failed: %s".formatted(snapshot.of(), cause.getMessage());
        for (int failures = 1; ; failures++) {
            try {
                copy.failed();
                pool.fail(snapshot.id(), why);
                freed.accept(snapshot.size());
                return;
            } catch (CsiException | IOException e) {
                if (!waitAfter(failures, "remove the remains of snapshot", e)) {
                    return;
                }
            }
        }
    }

    /// Others are copied meanwhile. Returns whether it is still wanted.
    private boolean waitAfter(int failures, String what, Exception cause) {
        Duration pause = delay.after(failures);
        log.warn("Cannot {} {}; trying again in {}.", what, snapshot.id(), pause, cause);
        progress.failed(String.valueOf(cause.getMessage()));
        return progress.isWantedAfter(pause);
    }
}
