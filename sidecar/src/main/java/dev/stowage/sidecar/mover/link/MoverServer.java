package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.TlsServer;
import dev.stowage.x509.ReloadableTls;
import io.grpc.Channel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves the driver of this node to the movers of other nodes: of the service Transfer what a source has to do,
/// and CreateSnapshot and DeleteSnapshot of CSI. Each call needs a certificate that names a node, and a
/// [PeerPolicy] that lets that node have the volume now. Everything else is PERMISSION_DENIED.
public final class MoverServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MoverServer.class);

    private final TlsServer server;

    private MoverServer(TlsServer server) {
        this.server = server;
    }

    /// Listens when it returns.
    ///
    /// @param driver the connection to the driver's socket; stays open when this is closed
    public static MoverServer start(ReloadableTls tls, Channel driver, PeerPolicy policy, MoverServerOptions options)
            throws IOException, GeneralSecurityException {
        PeerAuthorization authorization = new PeerAuthorization(policy, new TakenSnapshots(), options.snapshotPrefix());
        TlsServer server = TlsServer.start(
                options.address(),
                tls.context(PeerIdentity::require),
                options.limits().withCompressors(FastGzip.registry()),
                new PeerMethods(driver, authorization, options));
        log.info("Serving the driver to movers of other nodes on {}.", server.address());
        return new MoverServer(server);
    }

    /// With the port that was chosen.
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
