package dev.stowage.testkit;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A complete driver whose state outlives its server, on a server without the safety nets of the real one: the
/// suite sees its errors.
final class ReferenceDriver implements AutoCloseable {

    private final Path root;
    private final boolean real;
    private final boolean modest;
    private final List<ServerInterceptor> before;
    private final DriverFlaw flaw;
    private final ReferenceStorage storage;
    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private ReferenceState state = new ReferenceState();
    private Server server;

    ReferenceDriver(Path root, boolean real, DriverFlaw flaw) throws IOException {
        this(root, real, flaw, false, List.of());
    }

    private ReferenceDriver(Path root, boolean real, DriverFlaw flaw, boolean modest, List<ServerInterceptor> before)
            throws IOException {
        this.before = before;
        this.modest = modest;
        this.root = root;
        this.real = real;
        this.flaw = flaw;
        this.storage = new ReferenceStorage(root, real, flaw);
        this.server = start();
    }

    /// The same driver with almost no declared capabilities.
    static ReferenceDriver modest(Path root) throws IOException {
        return new ReferenceDriver(root, false, DriverFlaw.NONE, true, List.of());
    }

    /// The same driver behind an interceptor.
    static ReferenceDriver intercepted(Path root, ServerInterceptor interceptor) throws IOException {
        return new ReferenceDriver(root, false, DriverFlaw.NONE, false, List.of(interceptor));
    }

    private Server start() throws IOException {
        Files.deleteIfExists(socket());
        return NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket()))
                .channelType(NioServerDomainSocketChannel.class)
                .bossEventLoopGroup(loop)
                .workerEventLoopGroup(loop)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .addServices(services())
                .build()
                .start();
    }

    private List<ServerServiceDefinition> services() {
        ReferenceControllerService controller = new ReferenceControllerService(state, storage, flaw);
        ReferenceNodeService node = new ReferenceNodeService(state, storage, flaw);
        return Stream.<BindableService>of(
                        modest ? new MinimalDriver.Identity() : new ReferenceIdentityService(flaw),
                        modest ? new MinimalDriver.Controller(controller) : controller,
                        modest ? new MinimalDriver.Node(state, node) : node,
                        modest ? new MinimalDriver.Group() : new ReferenceGroupControllerService(state, storage, flaw),
                        modest
                                ? new MinimalDriver.Metadata()
                                : new ReferenceSnapshotMetadataService(state, storage, flaw))
                .map(service -> ServerInterceptors.intercept(service, before))
                .toList();
    }

    private Path socket() {
        return root.resolve("csi.sock");
    }

    DriverUnderTest underTest() {
        DriverUnderTest driver = DriverUnderTest.at("unix://" + socket())
                .directory(root)
                .sizes(1 << 20, 2 << 20)
                .mutableParameters(Map.of(ReferenceControllerService.TIER, "fast"))
                .secrets(Map.of("password", "secret"))
                .restart(this::restart);
        return real ? driver.local() : driver;
    }

    private void restart() throws IOException {
        stop();
        if (flaw == DriverFlaw.FORGETS_WHEN_RESTARTED) {
            state = new ReferenceState();
        }
        server = start();
    }

    private void stop() {
        server.shutdownNow();
        try {
            server.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
        var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        for (String target : state.publications.keySet()) {
            storage.unpublish(Path.of(target));
        }
    }
}
