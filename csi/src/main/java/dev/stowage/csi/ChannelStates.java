package dev.stowage.csi;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Waits for states of channels.
final class ChannelStates {

    private ChannelStates() {}

    /// Connects an idle channel and waits until it is ready; false after the timeout, or when it was shut down.
    static boolean awaitReady(ManagedChannel channel, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            ConnectivityState state = channel.getState(true);
            long left = end - System.nanoTime();
            if (state == ConnectivityState.READY || state == ConnectivityState.SHUTDOWN || left <= 0) {
                return state == ConnectivityState.READY;
            }
            var changed = new CountDownLatch(1);
            channel.notifyWhenStateChanged(state, changed::countDown);
            changed.await(left, TimeUnit.NANOSECONDS);
        }
    }
}
