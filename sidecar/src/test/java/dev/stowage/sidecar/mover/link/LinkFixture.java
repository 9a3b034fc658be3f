package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.TlsServerOptions;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc.TransferBlockingStub;
import dev.stowage.x509.CertificateAuthority;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.EcKeys;
import dev.stowage.x509.ReloadableTls;
import io.grpc.BindableService;
import io.grpc.Channel;
import io.grpc.CompressorRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A source on node-1 behind its mover, reached from node-2 over TLS; all on this machine.
final class LinkFixture {
    static final String SOURCE_NODE = "node-1";
    static final String TARGET_NODE = "node-2";

    final CertificateAuthority authority;
    final ReloadableTls serverTls = new ReloadableTls();
    final ReloadableTls clientTls = new ReloadableTls();

    /// The volumes that node-2 may have.
    final Set<String> allowed = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final Channel driver;
    private final MoverClient client;
    private final List<AutoCloseable> open = new ArrayList<>();
    private MoverServer server;

    /// @param services of the driver at the source
    LinkFixture(Path folder, BindableService... services) throws Exception {
        this(folder, fixture -> fixture.socket("source", services));
    }

    /// Connects to the driver at the source.
    @FunctionalInterface
    interface Source {
        Channel connect(LinkFixture fixture) throws Exception;
    }

    LinkFixture(Path folder, Source source) throws Exception {
        this.folder = folder;
        authority = CertificateAuthority.create("ca", Instant.now(), Duration.ofDays(1));
        trust(serverTls, SOURCE_NODE);
        trust(clientTls, TARGET_NODE);
        allowed.add(FakeSource.VOLUME);
        driver = source.connect(this);
        server = serve(0);
        client = new MoverClient(clientTls);
        open.add(client);
    }

    private void trust(ReloadableTls tls, String node) throws Exception {
        tls.trust(List.of(authority.certificate()));
        tls.present(keyPair(authority, node));
    }

    static CertificateKeyPair keyPair(CertificateAuthority authority, String node) throws Exception {
        KeyPair keys = EcKeys.generate();
        return new CertificateKeyPair(
                List.of(authority.issue(
                        new PeerIdentity(node).profile(), keys.getPublic(), Instant.now(), Duration.ofHours(1))),
                keys.getPrivate());
    }

    /// A driver on a socket, and the connection to it.
    Channel socket(String name, BindableService... services) throws Exception {
        CsiEndpoint endpoint =
                new CsiEndpoint(Files.createDirectories(folder.resolve(name)).resolve("csi.sock"));
        open.add(SocketServer.start(
                endpoint, ServerOptions.defaults().withDrain(Duration.ofMillis(100)), List.of(services)));
        return connection(endpoint);
    }

    Channel connection(CsiEndpoint endpoint) throws Exception {
        SocketClient connection = SocketClient.connect(endpoint, ClientOptions.defaults());
        open.add(connection);
        if (!connection.awaitConnected(Duration.ofSeconds(60))) {
            throw new IllegalStateException("cannot connect to " + endpoint);
        }
        return connection.channel();
    }

    private MoverServer serve(int port) throws Exception {
        TlsServerOptions limits = new TlsServerOptions(
                4, 8, 256 << 10, Duration.ofHours(1), Duration.ofMillis(100), CompressorRegistry.getDefaultInstance());
        return MoverServer.start(
                serverTls,
                driver,
                new Policy(),
                MoverServerOptions.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), "move-")
                        .withLimits(limits));
    }

    private final class Policy implements PeerPolicy {
        @Override
        public boolean mayRead(PeerIdentity peer, String volumeHandle) {
            return peer.node().equals(TARGET_NODE) && allowed.contains(volumeHandle);
        }

        @Override
        public boolean mayTake(PeerIdentity peer, String volumeHandle) {
            return mayRead(peer, volumeHandle);
        }

        @Override
        public Optional<String> volumeOf(PeerIdentity peer, String snapshotId) {
            return snapshotId.equals(FakeSource.SNAPSHOT) ? Optional.of(FakeSource.VOLUME) : Optional.empty();
        }
    }

    /// Breaks all connections, and serves again at the same address.
    void restart() throws Exception {
        int port = server.address().getPort();
        server.close();
        server = serve(port);
    }

    InetSocketAddress address() {
        return server.address();
    }

    /// To the mover of node-1, as that of node-2.
    Channel channel() throws Exception {
        return client.channel(SOURCE_NODE, address());
    }

    TransferBlockingStub source() throws Exception {
        return TransferGrpc.newBlockingStub(channel());
    }

    void close() throws Exception {
        server.close();
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }
}
