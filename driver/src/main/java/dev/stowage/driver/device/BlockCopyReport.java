package dev.stowage.driver.device;

import dev.stowage.driver.blocks.BlockCopy;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How far a copy has come, for those who wait for it. Safe for several threads.
public final class BlockCopyReport implements BlockCopy.Check {

    private static final Logger log = LoggerFactory.getLogger(BlockCopyReport.class);
    private static final Duration REPORT = Duration.ofSeconds(30);

    private final String what;
    private final long total;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private final AtomicLong begun = new AtomicLong();
    private volatile Optional<String> problem = Optional.empty();
    /// Only the copying thread uses it.
    private long reported = System.nanoTime();

    /// @param what is copied, for the log
    /// @param size of it: each byte is copied and then read back
    BlockCopyReport(String what, long size) {
        this.what = what;
        this.total = 2 * Math.max(1, size);
    }

    /// Before each attempt.
    void begin() {
        begun.set(0);
    }

    /// @param why the last attempt failed
    void failed(String why) {
        problem = Optional.of(why);
    }

    /// Waits unless the copy is cancelled meanwhile. Returns whether it is still wanted.
    boolean isWantedAfter(Duration pause) {
        try {
            var _ = cancelled.get(pause.toNanos(), TimeUnit.NANOSECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    void cancel() {
        cancelled.complete(null);
    }

    boolean isCancelled() {
        return cancelled.isDone();
    }

    /// Completed when the copy is not wanted any more.
    CompletableFuture<Void> cancelled() {
        return cancelled;
    }

    @Override
    public void next(long bytes) throws IOException {
        if (isCancelled()) {
            throw new IOException("the copy is not wanted any more");
        }
        begun.addAndGet(bytes);
        if (System.nanoTime() - reported > REPORT.toNanos()) {
            reported = System.nanoTime();
            log.info("Copying {}: {}.", what, this);
        }
    }

    /// In percent, and why it was begun again. Holes are skipped, so a copy can end before 100 %.
    @Override
    public String toString() {
        String percent = Math.min(100, begun.get() * 100 / total) + " % so far";
        return problem.map(why -> percent + "; the last attempt failed: " + why).orElse(percent);
    }
}
