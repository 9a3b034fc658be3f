package dev.stowage.csi;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/// Connections to gRPC servers of other nodes, with TLS 1.3 and certificates at both ends. They share one I/O
/// thread. A connection that does not answer pings is closed, and its calls fail with UNAVAILABLE. Thread-safe.
public final class TlsClients implements AutoCloseable {
    /// One message has at most 1 MiB of data of a volume; the rest is room.
    private static final int LONGEST_RESPONSE = 4 << 20;

    private static final long IDLE_MINUTES = 5;

    private final NettyEventLoop loop = new NettyEventLoop("tls-client");
    private final ExecutorService callbacks = Executors.newVirtualThreadPerTaskExecutor();

    /// Starts to connect with the first call. The caller must shut it down.
    ///
    /// @param tls decides whether the server is the one that is meant
    public ManagedChannel connect(InetSocketAddress address, SSLContext tls) {
        return NettyChannelBuilder.forAddress(address)
                .channelType(NioSocketChannel.class, InetSocketAddress.class)
                .eventLoopGroup(loop.group())
                .executor(callbacks)
                .sslContext(Http2Tls.client(tls))
                .maxInboundMessageSize(LONGEST_RESPONSE)
                .flowControlWindow(TlsServer.FLOW_CONTROL_WINDOW)
                .keepAliveTime(TlsServer.PING_EVERY_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(TlsServer.PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .idleTimeout(IDLE_MINUTES, TimeUnit.MINUTES)
                .build();
    }

    @Override
    public void close() {
        loop.close();
    }
}
