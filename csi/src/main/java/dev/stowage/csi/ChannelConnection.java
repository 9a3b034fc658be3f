package dev.stowage.csi;

import static java.util.Objects.requireNonNullElse;

import io.grpc.Attributes;
import io.grpc.ClientTransportFilter;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a channel connected. gRPC by itself waits for the next call before it reconnects, with a backoff of up
/// to two minutes. A driver that restarts is available again within a second, so this reconnects as quickly.
///
/// The loss of a connection is reported once, by the first of two sources. The channel states report it at once,
/// but miss a connection that was up only for a moment. The end of the transport is never missed, but comes after
/// the last call on it.
final class ChannelConnection {

    private static final Logger log = LoggerFactory.getLogger(ChannelConnection.class);
    private static final Attributes.Key<Integer> NUMBER = Attributes.Key.create("dev.stowage.csi.connection");

    private final ManagedChannel channel;
    private final ScheduledExecutorService timer;
    private final CsiEndpoint endpoint;
    private final Duration maxDelay;
    private final Runnable onLost;
    private final AtomicBoolean retryIsDue = new AtomicBoolean();

    /// The number of connections established so far, which numbers each connection.
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

    /// Starts to connect.
    ManagedChannel keep() {
        follow(up.get(), channel.getState(true));
        return channel;
    }

    /// @param number of the connection that is up when the state is ready; read before the state, so that it is
    ///     never that of a later connection
    private void follow(int number, ConnectivityState state) {
        if (state == ConnectivityState.SHUTDOWN) {
            return;
        }
        if (state == ConnectivityState.TRANSIENT_FAILURE) {
            retryLater();
        }
        // Requesting the state with "true" makes an idle channel connect.
        channel.notifyWhenStateChanged(state, () -> {
            int latest = up.get();
            ConnectivityState now = channel.getState(true);
            // A change from ready to another state is a loss, even if the channel is ready again by now.
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
            try {
                var _ = timer.schedule(this::retry, maxDelay.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                // A change of the state is reported late: the client was closed meanwhile, and the timer with it.
                log.debug("No more connections to {}: the client is closed.", endpoint, e);
            }
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
