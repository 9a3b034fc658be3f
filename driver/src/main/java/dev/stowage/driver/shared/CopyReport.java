package dev.stowage.driver.shared;

import dev.stowage.linux.file.TreeCopy;
import dev.stowage.sdk.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How far a walk over a volume has come, for those who wait for it. How much there is nobody knows before it has
/// ended. Safe for several threads.
final class CopyReport implements TreeCopy.Check {
    private static final Logger log = LoggerFactory.getLogger(CopyReport.class);
    private static final Duration REPORT = Duration.ofSeconds(30);

    private final String what;
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final AtomicLong sharing = new AtomicLong();
    private final AtomicLong copied = new AtomicLong();
    /// Only the copying thread uses it.
    private long reported = System.nanoTime();

    /// @param what is copied, for the log
    CopyReport(String what) {
        this.what = what;
    }

    void cancel() {
        cancelled.set(true);
    }

    boolean isCancelled() {
        return cancelled.get();
    }

    @Override
    public void stillWanted() throws IOException {
        if (isCancelled()) {
            throw new IOException("the copy is not wanted any more");
        }
        if (System.nanoTime() - reported > REPORT.toNanos()) {
            reported = System.nanoTime();
            log.info("Making the {}: {} so far.", what, this);
        }
    }

    @Override
    public void shared(long bytes) {
        sharing.addAndGet(bytes);
    }

    @Override
    public void copied(long bytes) {
        copied.addAndGet(bytes);
    }

    @Override
    public String toString() {
        return "%s shared and %s copied".formatted(new Bytes(sharing.get()), new Bytes(copied.get()));
    }
}
