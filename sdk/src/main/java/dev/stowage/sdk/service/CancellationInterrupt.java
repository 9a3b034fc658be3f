package dev.stowage.sdk.service;

import io.grpc.Context;
import org.jspecify.annotations.Nullable;

/// While open, a cancelled call interrupts its thread. An operation that cannot be interrupted continues and its
/// result is discarded; a repeated call finds it done.
final class CancellationInterrupt implements AutoCloseable {

    private final Context context = Context.current();
    private final Context.CancellationListener listener = _ -> interrupt();
    private @Nullable Thread worker = Thread.currentThread();

    CancellationInterrupt() {
        context.addListener(listener, Runnable::run);
    }

    private synchronized void interrupt() {
        if (worker != null) {
            worker.interrupt();
        }
    }

    @Override
    public void close() {
        context.removeListener(listener);
        synchronized (this) {
            worker = null;
        }
        Thread.interrupted(); // the thread still has to answer, and must not see an interrupt that came late
    }
}
