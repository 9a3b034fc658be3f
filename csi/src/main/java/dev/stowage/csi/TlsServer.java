package dev.stowage.csi;

import io.grpc.HandlerRegistry;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/// gRPC over TCP for other nodes, with TLS 1.3 and certificates at both ends. Every call gets its own virtual
/// thread and a response even if the service throws. A connection that does not answer pings is closed.
public final class TlsServer implements AutoCloseable {
    private static final int MAX_METADATA = 16 << 10;
    /// A stream buffers so much while its reader waits.
    static final int FLOW_CONTROL_WINDOW = 4 << 20;

    static final long PING_EVERY_SECONDS = 20;
    static final long PING_TIMEOUT_SECONDS = 20;
    private static final long MOST_FREQUENT_PING_SECONDS = 10;
    private static final long HANDSHAKE_TIMEOUT_SECONDS = 10;
    private static final long IDLE_SECONDS = 600;

    private final NettyEventLoop loop;
    private final ExecutorService calls;
    private final Server server;
    private final TlsServerOptions options;

    private TlsServer(NettyEventLoop loop, ExecutorService calls, Server server, TlsServerOptions options) {
        this.loop = loop;
        this.calls = calls;
        this.server = server;
        this.options = options;
    }

    /// Listens when it returns.
    ///
    /// @param tls decides which clients to trust
    /// @param methods all that are served; it is asked for every other name too, and may refuse it in its own words
    public static TlsServer start(
            InetSocketAddress address, SSLContext tls, TlsServerOptions options, HandlerRegistry methods)
            throws IOException {
        var loop = new NettyEventLoop("tls-server");
        var calls = Executors.newVirtualThreadPerTaskExecutor();
        try {
            Server server = NettyServerBuilder.forAddress(address)
                    .channelFactory(() -> new LimitedServerChannel(options.maxConnections()))
                    .withOption(ChannelOption.SO_REUSEADDR, true)
                    .bossEventLoopGroup(loop.group())
                    .workerEventLoopGroup(loop.group())
                    .executor(calls)
                    .sslContext(Http2Tls.server(tls))
                    .handshakeTimeout(HANDSHAKE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .maxInboundMessageSize(options.maxRequestBytes())
                    .maxInboundMetadataSize(MAX_METADATA)
                    .maxConcurrentCallsPerConnection(options.maxConcurrentCalls())
                    .flowControlWindow(FLOW_CONTROL_WINDOW)
                    .keepAliveTime(PING_EVERY_SECONDS, TimeUnit.SECONDS)
                    .keepAliveTimeout(PING_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .permitKeepAliveTime(MOST_FREQUENT_PING_SECONDS, TimeUnit.SECONDS)
                    .maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS)
                    .maxConnectionAge(options.maxConnectionAge().toNanos(), TimeUnit.NANOSECONDS)
                    .compressorRegistry(options.compressors())
                    .intercept(new FailureInterceptor())
                    .fallbackHandlerRegistry(methods)
                    .build()
                    .start();
            return new TlsServer(loop, calls, server, options);
        } catch (IOException | RuntimeException e) {
            calls.shutdownNow();
            loop.close();
            throw e;
        }
    }

    /// With the port that was chosen if port 0 was given.
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getListenSockets().getFirst();
    }

    /// Stops listening, lets running calls finish for the drain time and cancels the rest.
    @Override
    public void close() {
        server.shutdown();
        try {
            if (!server.awaitTermination(options.drain().toNanos(), TimeUnit.NANOSECONDS)) {
                server.shutdownNow();
                server.awaitTermination(options.drain().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            calls.shutdownNow();
            loop.close();
        }
    }
}
