package dev.stowage.csi;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;

/// Short-lived plaintext connections to gRPC servers at Internet addresses, which share one I/O thread. For
/// servers that are not plugins, such as those with a health check: calls get no log line, no metrics and no
/// deadline. Thread-safe.
public final class TcpClients implements AutoCloseable {
    /// A server outside the cluster's control must not fill the memory of its client.
    private static final int LONGEST_RESPONSE = 1 << 16;

    private final NettyEventLoop loop = new NettyEventLoop("grpc-tcp-client");
    private final String userAgent;

    public TcpClients(String userAgent) {
        this.userAgent = userAgent;
    }

    /// Starts to connect and returns. The caller must shut it down.
    public ManagedChannel connect(InetSocketAddress address) {
        return NettyChannelBuilder.forAddress(address)
                .channelType(NioSocketChannel.class, InetSocketAddress.class)
                .eventLoopGroup(loop.group())
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .usePlaintext()
                .userAgent(userAgent)
                .maxInboundMessageSize(LONGEST_RESPONSE)
                .build();
    }

    /// Waits until the server is connected; false after the timeout.
    public static boolean awaitConnected(ManagedChannel channel, Duration limit) throws InterruptedException {
        return ChannelStates.awaitReady(channel, limit);
    }

    @Override
    public void close() {
        loop.close();
    }
}
