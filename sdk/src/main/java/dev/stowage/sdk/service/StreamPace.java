package dev.stowage.sdk.service;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.locks.LockSupport;

/// Sends messages at the speed of the reader, so that at most a few are in memory.
final class StreamPace {

    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    private StreamPace() {}

    /// Returns whether the reader is still connected; if it is, the next message can be sent.
    static boolean awaitReader(ServerCallStreamObserver<?> caller) {
        while (!caller.isReady()) {
            if (caller.isCancelled() || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        return !caller.isCancelled();
    }
}
