package dev.stowage.interop.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Waits for an effect of another program.
public final class Await {

    private static final long PAUSE_MILLIS = 100;

    private Await() {}

    /// A check; an exception counts as "not yet".
    @FunctionalInterface
    public interface Check {
        boolean holds() throws IOException, InterruptedException;
    }

    /// @param what completes the sentence "… did not happen"
    /// @param needed processes that must be running, otherwise waiting is pointless
    public static void until(String what, Duration deadline, List<Daemon> needed, Check check)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        String last = "";
        while (true) {
            for (Daemon daemon : needed) {
                daemon.requireAlive();
            }
            try {
                if (check.holds()) {
                    return;
                }
            } catch (IOException e) {
                last = ": " + e.getMessage();
            }
            if (System.nanoTime() - end > 0) {
                throw new IOException("%s did not happen within %d s%s".formatted(what, deadline.toSeconds(), last));
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }
}
