package dev.stowage.interop.process;

import java.io.IOException;
import java.io.InterruptedIOException;

/// Cleanup continues when the run is interrupted, which is when it matters most.
public final class UninterruptedCleanup {

    private UninterruptedCleanup() {}

    @FunctionalInterface
    public interface Cleanup {
        void run() throws IOException, InterruptedException;
    }

    public static void run(Cleanup cleanup) throws IOException {
        boolean before = Thread.interrupted();
        try {
            cleanup.run();
        } catch (InterruptedException _) {
            before = true;
            throw new InterruptedIOException("interrupted twice while cleaning up");
        } finally {
            if (before) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
