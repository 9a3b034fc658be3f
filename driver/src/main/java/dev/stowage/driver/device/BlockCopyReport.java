package dev.stowage.driver.device;

import dev.stowage.driver.blocks.BlockCopy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
    /// Only the copying thread uses it.
    private long reported = System.nanoTime();

    /// @param what is copied, for the log
    /// @param size of it: each byte is copied and then read back
    BlockCopyReport(String what, long size) {
        this.what = what;
        this.total = 2 * Math.max(1, size);
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
            log.info("Copying {}: {} so far.", what, this);
        }
    }

    /// In percent. Holes are skipped, so a copy can end before 100 %.
    @Override
    public String toString() {
        return Math.min(100, begun.get() * 100 / total) + " %";
    }
}
