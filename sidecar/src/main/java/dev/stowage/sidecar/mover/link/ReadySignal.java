package dev.stowage.sidecar.mover.link;

import java.util.function.BooleanSupplier;

/// Waits until the other end of a stream takes more, so that at most a few messages are in memory. Thread-safe.
final class ReadySignal {

    /// Something changed: the stream is ready, or over.
    synchronized void changed() {
        notifyAll();
    }

    /// @param ready whether the next message can be sent
    /// @param over whether no message will be sent any more
    /// @return for how many nanoseconds it waited
    synchronized long await(BooleanSupplier ready, BooleanSupplier over) throws InterruptedException {
        if (ready.getAsBoolean() || over.getAsBoolean()) {
            return 0;
        }
        long begun = System.nanoTime();
        while (!ready.getAsBoolean() && !over.getAsBoolean()) {
            wait();
        }
        return System.nanoTime() - begun;
    }
}
