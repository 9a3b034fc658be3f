package dev.stowage.sdk.service;

import io.grpc.Context;
import org.jspecify.annotations.Nullable;

/// While open, a cancelled call interrupts the thread that works for it. What cannot be interrupted runs on and
/// its result is thrown away; the repeat of the call finds it done.
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
