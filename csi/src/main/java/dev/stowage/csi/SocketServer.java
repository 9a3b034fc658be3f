package dev.stowage.csi;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// gRPC services on a Unix socket. Every call gets its own virtual thread, its line in the log, its place in the
/// metrics, the checks of CSI's limits, and an answer whatever the service throws.
///
/// Only the owner of the process may connect (mode 0600), and the options' group if there is one (0660).
public final class SocketServer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SocketServer.class);

    /// For calls that were cancelled to notice it.
    private static final Duration CANCEL_GRACE = Duration.ofSeconds(2);

    private final CsiEndpoint endpoint;
    private final Duration drain;
    private final NettyEventLoop loop;
    private final ExecutorService calls;
    private final Server server;
    private final SocketFile file;
    private final Thread onExit = Thread.ofPlatform().name("csi-server-exit").unstarted(this::close);

    private SocketServer(
            CsiEndpoint endpoint,
            Duration drain,
            NettyEventLoop loop,
            ExecutorService calls,
            Server server,
            SocketFile file) {
        this.endpoint = endpoint;
        this.drain = drain;
        this.loop = loop;
        this.calls = calls;
        this.server = server;
        this.file = file;
    }

    /// Listens when it returns. A stale socket is replaced; its directory is made, 0700, when there is none.
    ///
    /// @throws IOException when the socket is served by another process, or when the file is not a socket
    public static SocketServer start(
            CsiEndpoint endpoint, ServerOptions options, List<? extends BindableService> services) throws IOException {
        SocketFile file = SocketFile.prepare(endpoint);
        var loop = new NettyEventLoop("csi-server");
        var calls = Executors.newVirtualThreadPerTaskExecutor();
        try {
            Server server =
                    build(file.bindAddress(), options, services, loop, calls).start();
            try {
                file.moveIntoPlace(options.socketGroup());
            } catch (IOException e) {
                server.shutdownNow();
                throw e;
            }
            log.info("Serving on {}.", endpoint);
            return new SocketServer(endpoint, options.drain(), loop, calls, server, file);
        } catch (IOException | RuntimeException e) {
            calls.shutdownNow();
            loop.close();
            file.abandon();
            throw e;
        }
    }

    private static Server build(
            UnixDomainSocketAddress address,
            ServerOptions options,
            List<? extends BindableService> services,
            NettyEventLoop loop,
            ExecutorService calls) {
        var metrics = RpcMetrics.ofServer(options.registry(), options.driverName());
        // Outermost first: the log and the metrics see what the client sees, after the guard has had its say.
        ServerInterceptor[] interceptors = {
            new ServerRpcInterceptor(RpcLog.ofServer().andThen(metrics)),
            new FailureInterceptor(),
            new LimitsInterceptor(new SpecLimits(options.maxSecretBytes()))
        };
        var builder = NettyServerBuilder.forAddress(address)
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(loop.group())
                .workerEventLoopGroup(loop.group())
                .executor(calls)
                .maxInboundMessageSize(options.maxRequestBytes());
        for (BindableService service : services) {
            builder.addService(ServerInterceptors.interceptForward(service, interceptors));
        }
        return builder.build();
    }

    public CsiEndpoint endpoint() {
        return endpoint;
    }

    /// Makes the end of the process, by SIGTERM or otherwise, drain the running calls first.
    public SocketServer closeOnExit() {
        Runtime.getRuntime().addShutdownHook(onExit);
        return this;
    }

    /// Returns when the server has been closed, by whomever.
    public void awaitClosed() throws InterruptedException {
        server.awaitTermination();
    }

    /// Stops listening and removes the socket at once, so that a successor can start; then lets running calls
    /// finish for the drain time and cancels and interrupts the rest.
    @Override
    public void close() {
        forgetExit();
        server.shutdown();
        try {
            file.remove();
        } catch (IOException e) {
            log.warn("Cannot remove the socket {}; the next start will remove it.", endpoint, e);
        }
        try {
            if (!server.awaitTermination(drain.toNanos(), TimeUnit.NANOSECONDS)) {
                log.warn("Calls on {} are still running after {} s; cancelling them.", endpoint, drain.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            cancelRest();
        }
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException e) {
            // The process is ending, and this is it.
        }
    }

    private void cancelRest() {
        server.shutdownNow();
        try {
            // Until their contexts are cancelled, which takes the executor; only then may it go.
            boolean ended = server.awaitTermination(CANCEL_GRACE.toNanos(), TimeUnit.NANOSECONDS);
            calls.shutdownNow();
            if (!ended || !calls.awaitTermination(CANCEL_GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
                log.warn("Calls on {} did not stop after they were cancelled.", endpoint);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            calls.shutdownNow();
            loop.close();
        }
    }
}
