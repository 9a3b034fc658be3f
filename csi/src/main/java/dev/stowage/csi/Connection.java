package dev.stowage.csi;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a channel connected. gRPC by itself waits for the next call before it reconnects, and doubles its pauses up to
/// two minutes; a driver that restarts is back in a second, and so are we.
final class Connection {

    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    private final ManagedChannel channel;
    private final ScheduledExecutorService timer;
    private final Endpoint endpoint;
    private final Duration maxDelay;
    private final Runnable onLost;
    private final AtomicBoolean retryIsDue = new AtomicBoolean();

    Connection(ManagedChannel channel, ScheduledExecutorService timer, Endpoint endpoint, ClientOptions options) {
        this.channel = channel;
        this.timer = timer;
        this.endpoint = endpoint;
        this.maxDelay = options.maxReconnectDelay();
        this.onLost = options.onConnectionLost();
    }

    void keep() {
        follow(channel.getState(true));
    }

    private void follow(ConnectivityState state) {
        if (state == ConnectivityState.SHUTDOWN) {
            return;
        }
        if (state == ConnectivityState.TRANSIENT_FAILURE) {
            retryLater();
        }
        // Asking for the state with "true" is what makes an idle channel connect.
        channel.notifyWhenStateChanged(state, () -> {
            ConnectivityState now = channel.getState(true);
            // Ready and no longer ready is a loss, even if by now it is ready again.
            if (state == ConnectivityState.READY && now != ConnectivityState.SHUTDOWN) {
                log.info("Lost the connection to {}; reconnecting.", endpoint);
                Thread.ofVirtual().name("csi-connection-lost").start(onLost);
            }
            follow(now);
        });
    }

    private void retryLater() {
        if (retryIsDue.compareAndSet(false, true)) {
            var _ = timer.schedule(this::retry, maxDelay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void retry() {
        retryIsDue.set(false);
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
            channel.resetConnectBackoff();
            retryLater();
        }
    }
}
