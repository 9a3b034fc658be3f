package dev.stowage.driver.volumegroup;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Runs a command to its end although its caller is cancelled. The interrupt is kept for the caller. It runs
/// on a thread of its own, so it must not take a lock that the caller holds.
public final class Uninterrupted {

    private Uninterrupted() {}

    public static <T> T call(Callable<T> command) throws IOException {
        FutureTask<T> task = new FutureTask<>(command);
        Thread.ofVirtual().name("lvm").start(task);
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                } catch (ExecutionException e) {
                    throw failure(e.getCause() == null ? e : e.getCause());
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static IOException failure(Throwable cause) {
        return switch (cause) {
            case IOException failed -> failed;
            case RuntimeException failed -> throw failed;
            case Error failed -> throw failed;
            default -> new IOException(String.valueOf(cause.getMessage()), cause);
        };
    }
}
