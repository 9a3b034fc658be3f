package dev.stowage.http.server;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Closes connections of clients that are too slow.
///
/// The timeout of a socket is not enough: it starts again with each byte, so that a client that sends a byte now and
/// then would keep its connection for days.
final class ConnectionDeadlines implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("https-deadlines").daemon().factory());

    ConnectionDeadlines() {
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// What must be done in time is done.
    @FunctionalInterface
    interface Deadline extends AutoCloseable {
        @Override
        void close();
    }

    /// Closes the connection unless the deadline is closed before.
    ///
    /// @param plain the TCP socket: closing it does not block, and ends a blocked read of the TLS socket above it
    Deadline within(Duration time, Socket plain) {
        try {
            Future<?> task = timer.schedule(() -> close(plain), time.toMillis(), TimeUnit.MILLISECONDS);
            return () -> task.cancel(false);
        } catch (RejectedExecutionException e) {
            // The server is being closed.
            close(plain);
            return () -> {};
        }
    }

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is not used any more in either case.
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
