package dev.stowage.sidecar.mover.link;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Counts what a transfer does and reports it about once a second. Not thread-safe.
final class TransferMeter {
    private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    /// How much the last second counts in the speed; the rest is from those before.
    private static final double WEIGHT = 0.4;

    private final Consumer<CarrierProgress> report;
    private long reportedAt;
    private long sinceReport;
    private long walked;
    private long furthest = -1;
    private long sent;
    private long total;
    private double speed;

    TransferMeter(Consumer<CarrierProgress> report, long now) {
        this.report = report;
        this.reportedAt = now;
    }

    void begin(long size, long offset) {
        total = size;
        walked = offset;
        furthest = Math.max(furthest, offset);
    }

    /// @param bytes of blocks, before compression
    /// @param wire of them that went over the network
    void extent(long end, long bytes, long wire, long now) {
        walked = end;
        furthest = Math.max(furthest, end);
        sinceReport += bytes;
        sent += wire;
        if (now - reportedAt >= INTERVAL_NANOS) {
            measure(now);
            tell();
        }
    }

    /// Everything was sent.
    void end(long now) {
        walked = total;
        if (now > reportedAt && sinceReport > 0) {
            measure(now);
        }
        tell();
    }

    private void measure(long now) {
        double latest = (double) sinceReport * TimeUnit.SECONDS.toNanos(1) / (now - reportedAt);
        speed = speed == 0 ? latest : WEIGHT * latest + (1 - WEIGHT) * speed;
        reportedAt = now;
        sinceReport = 0;
    }

    private void tell() {
        report.accept(new CarrierProgress(walked, sent, total, (long) speed));
    }

    /// Up to where any attempt came; -1 when none began.
    long furthest() {
        return furthest;
    }

    long sent() {
        return sent;
    }
}
