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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// gRPC services on a Unix socket. Every call gets its own virtual thread, a log line, metrics, the checks of the
/// CSI limits, and a response even if the service throws.
///
/// Only the owner of the process may connect (mode 0600), and the options' group if there is one (0660).
public final class SocketServer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SocketServer.class);

    /// The time that cancelled calls get to stop.
    private static final Duration CANCEL_GRACE = Duration.ofSeconds(2);

    private final CsiEndpoint endpoint;
    private final Duration drain;
    private final NettyEventLoop loop;
    private final ExecutorService calls;
    private final Server server;
    private final SocketFile file;
    private final List<Runnable> onClose = new CopyOnWriteArrayList<>();
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

    /// Listens when it returns. A stale socket is replaced; a missing directory is created with mode 0700.
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
        // Outermost first: the log and the metrics see the same response as the client, after failure handling.
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

    /// Drains the running calls when the process ends, by SIGTERM or otherwise.
    public SocketServer closeOnExit() {
        Runtime.getRuntime().addShutdownHook(onExit);
        return this;
    }

    /// Runs this first when the server is closed, once.
    public void onClose(Runnable action) {
        onClose.add(action);
    }

    /// Returns when the server has been closed.
    public void awaitClosed() throws InterruptedException {
        server.awaitTermination();
    }

    /// Stops listening and removes the socket at once, so that a successor can start; then lets running calls
    /// finish for the drain time and cancels and interrupts the rest.
    @Override
    public void close() {
        forgetExit();
        onClose.forEach(action -> {
            if (onClose.remove(action)) {
                action.run();
            }
        });
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
            // The JVM is already shutting down, and this runs in the hook.
        }
    }

    private void cancelRest() {
        server.shutdownNow();
        try {
            // Wait until the contexts of the calls are cancelled, which needs the executor, before it is shut
            // down.
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
