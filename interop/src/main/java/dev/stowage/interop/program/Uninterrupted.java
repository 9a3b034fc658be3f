package dev.stowage.interop.program;

import java.io.IOException;
import java.io.InterruptedIOException;

/// Cleaning up goes on when the run is being interrupted: that is when it matters most.
public final class Uninterrupted {

    private Uninterrupted() {}

    @FunctionalInterface
    public interface Work {
        void run() throws IOException, InterruptedException;
    }

    public static void run(Work work) throws IOException {
        boolean before = Thread.interrupted();
        try {
            work.run();
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
