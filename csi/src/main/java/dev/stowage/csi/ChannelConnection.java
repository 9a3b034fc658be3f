package dev.stowage.csi;

import static java.util.Objects.requireNonNullElse;

import io.grpc.Attributes;
import io.grpc.ClientTransportFilter;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a channel connected. gRPC by itself waits for the next call before it reconnects, and doubles its
/// pauses up to two minutes; a driver that restarts is back in a second, and so are we.
///
/// The loss of a connection is reported once, by whatever notices it first: the channel states report it at
/// once, but one that was up for a moment only is never seen there; the end of its transport is never missed,
/// but comes after the last call on it.
final class ChannelConnection {

    private static final Logger log = LoggerFactory.getLogger(ChannelConnection.class);
    private static final Attributes.Key<Integer> NUMBER = Attributes.Key.create("dev.stowage.csi.connection");

    private final ManagedChannel channel;
    private final ScheduledExecutorService timer;
    private final CsiEndpoint endpoint;
    private final Duration maxDelay;
    private final Runnable onLost;
    private final AtomicBoolean retryIsDue = new AtomicBoolean();

    /// Connections that came up so far; each has its number by that.
    private final AtomicInteger up = new AtomicInteger();

    /// The last connection whose loss was reported.
    private final AtomicInteger lost = new AtomicInteger();

    ChannelConnection(
            ManagedChannelBuilder<?> unconnected,
            ScheduledExecutorService timer,
            CsiEndpoint endpoint,
            ClientOptions options) {
        this.timer = timer;
        this.endpoint = endpoint;
        this.maxDelay = options.maxReconnectDelay();
        this.onLost = options.onConnectionLost();
        this.channel = unconnected.addTransportFilter(new TransportCounter()).build();
    }

    private final class TransportCounter extends ClientTransportFilter {
        @Override
        public Attributes transportReady(Attributes known) {
            return known.toBuilder().set(NUMBER, up.incrementAndGet()).build();
        }

        @Override
        public void transportTerminated(Attributes known) {
            if (!channel.isShutdown()) {
                isLost(requireNonNullElse(known.get(NUMBER), 0));
            }
        }
    }

    /// Begins to connect.
    ManagedChannel keep() {
        follow(up.get(), channel.getState(true));
        return channel;
    }

    /// @param number of the connection that is up when the state is ready; read before the state, so that it
    ///     never is that of a later one
    private void follow(int number, ConnectivityState state) {
        if (state == ConnectivityState.SHUTDOWN) {
            return;
        }
        if (state == ConnectivityState.TRANSIENT_FAILURE) {
            retryLater();
        }
        // Asking for the state with "true" is what makes an idle channel connect.
        channel.notifyWhenStateChanged(state, () -> {
            int latest = up.get();
            ConnectivityState now = channel.getState(true);
            // Ready and no longer ready is a loss, even if by now it is ready again.
            if (state == ConnectivityState.READY && now != ConnectivityState.SHUTDOWN) {
                isLost(number);
            }
            follow(latest, now);
        });
    }

    private void isLost(int number) {
        if (lost.getAndAccumulate(number, Math::max) < number) {
            log.info("Lost the connection to {}; reconnecting.", endpoint);
            Thread.ofVirtual().name("csi-connection-lost").start(onLost);
        }
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
