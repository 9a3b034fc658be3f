package dev.stowage.csi;

import io.grpc.Channel;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// A connection to a plug-in's Unix socket, kept up: it reconnects by itself, never idles, and gives every call a
/// deadline, a line in the log and a place in the metrics.
public final class SocketClient implements AutoCloseable {
    private static final int LONGEST_REFUSAL = 1 << 20;

    private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

    private final NettyEventLoop loop;
    private final ManagedChannel channel;

    private SocketClient(NettyEventLoop loop, ManagedChannel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    /// Begins to connect and returns; the socket need not be there yet.
    public static SocketClient connect(CsiEndpoint endpoint, ClientOptions options) {
        var loop = new NettyEventLoop("csi-client");
        var callbacks = Executors.newVirtualThreadPerTaskExecutor();
        var metrics = RpcMetrics.ofClient(options);
        var unconnected = NettyChannelBuilder.forAddress(endpoint.address())
                // gRPC assumes an Internet address by default.
                .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
                .eventLoopGroup(loop.group())
                // Never shut down: a cancelled call is notified here, however late, and it keeps no resources.
                .executor(callbacks)
                // What servers in Go expect; the default would be the path, which some refuse as a host name.
                .overrideAuthority("localhost")
                .usePlaintext()
                .idleTimeout(Long.MAX_VALUE, TimeUnit.DAYS)
                .maxInboundMessageSize(options.maxResponseBytes())
                // A refusal travels in headers. By default a long one, with all that a tool printed, breaks the
                // connection.
                .maxInboundMetadataSize(LONGEST_REFUSAL)
                .intercept(
                        new DeadlineInterceptor(options.deadline(), options.waitForReady()),
                        new ClientRpcInterceptor(RpcLog.ofClient().andThen(metrics)));
        return new SocketClient(loop, new ChannelConnection(unconnected, loop.group(), endpoint, options).keep());
    }

    /// For generated stubs: `NodeGrpc.newBlockingStub(client.channel())`.
    public Channel channel() {
        return channel;
    }

    public boolean connected() {
        return channel.getState(false) == ConnectivityState.READY;
    }

    /// Waits until the plug-in is connected. False when it is not after that time.
    public boolean awaitConnected(Duration limit) throws InterruptedException {
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

    /// Lets running calls finish for a second, then cancels them.
    @Override
    public void close() {
        channel.shutdown();
        try {
            if (!channel.awaitTermination(CLOSE_GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
                channel.shutdownNow();
                channel.awaitTermination(CLOSE_GRACE.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            channel.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            loop.close();
        }
    }
}
