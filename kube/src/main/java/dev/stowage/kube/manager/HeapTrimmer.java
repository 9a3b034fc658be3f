package dev.stowage.kube.manager;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Returns memory after a burst of work. The garbage collector lets the heap grow while there is memory and
/// collects only when there is none: after ten thousand claims most of the heap is garbage.
final class HeapTrimmer {
    private static final long PERIOD_SECONDS = 2;
    private static final long MEGABYTE = 1 << 20;
    private static final long WORTH_IT = 8 * MEGABYTE;

    /// The young generation alone has 2 MB, which fill and empty while a process only renews its leases.
    private static final long QUIET = 2 * MEGABYTE;

    private long left;
    private long before;

    private HeapTrimmer() {
        this.left = used();
        this.before = left;
    }

    static void start(ScheduledExecutorService timer) {
        var keeping = new HeapTrimmer();
        var _ = timer.scheduleWithFixedDelay(keeping::trimIfDue, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    private void trimIfDue() {
        long now = used();
        if (isDue(left, before, now)) {
            System.gc();
            left = used();
            now = left;
        }
        before = now;
    }

    /// @param left the bytes in use after the last collection
    /// @param before the bytes in use one period ago
    static boolean isDue(long left, long before, long now) {
        boolean quiet = Math.abs(now - before) < QUIET;
        return quiet && now - left > Math.max(WORTH_IT, left / 2);
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
