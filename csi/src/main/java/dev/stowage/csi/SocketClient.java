package dev.stowage.csi;

import io.grpc.Channel;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// A connection to the Unix socket of a plugin. It reconnects by itself, never becomes idle, and gives every
/// call a deadline, a log line and metrics.
public final class SocketClient implements AutoCloseable {
    private static final int LONGEST_REFUSAL = 1 << 20;

    private static final Duration CLOSE_GRACE = Duration.ofSeconds(1);

    private final NettyEventLoop loop;
    private final ManagedChannel channel;

    private SocketClient(NettyEventLoop loop, ManagedChannel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    /// Starts to connect and returns; the socket need not exist yet.
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
                // Go servers expect this; the default would be the path, which some reject as a host name.
                .overrideAuthority("localhost")
                .usePlaintext()
                .idleTimeout(Long.MAX_VALUE, TimeUnit.DAYS)
                .maxInboundMessageSize(options.maxResponseBytes())
                // An error is sent in headers. With the default limit, a long one with the whole output of a tool
                // breaks the connection.
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

    /// Waits until the plugin is connected; false after the timeout.
    public boolean awaitConnected(Duration limit) throws InterruptedException {
        return ChannelStates.awaitReady(channel, limit);
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
