package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.TlsClients;
import dev.stowage.x509.ReloadableTls;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Connections to the movers of other nodes, one for each node, made when they are needed. A connection is only
/// made to a server whose certificate names that node. Thread-safe.
public final class MoverClient implements AutoCloseable {
    /// For calls without a deadline of their own.
    private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

    private final ReloadableTls tls;
    private final TlsClients clients = new TlsClients();
    private final Map<String, Peer> peers = new HashMap<>();

    private record Peer(InetSocketAddress address, ManagedChannel connection) {}

    public MoverClient(ReloadableTls tls) {
        this.tls = tls;
    }

    /// For generated stubs. A mover that has another address now gets another connection; calls that run on the
    /// old one may finish.
    public synchronized Channel channel(String node, InetSocketAddress address) throws GeneralSecurityException {
        Peer peer = peers.get(node);
        if (peer == null || !peer.address().equals(address)) {
            PeerIdentity expected = new PeerIdentity(node);
            ManagedChannel connection = clients.connect(address, tls.context(certificate -> {
                if (!PeerIdentity.require(certificate).equals(expected)) {
                    throw new CertificateException(
                            "the server is not the mover of node " + node + " (check its address)");
                }
            }));
            forget(node);
            peer = new Peer(address, connection);
            peers.put(node, peer);
        }
        return ClientInterceptors.intercept(
                peer.connection(), new PromptReconnect(peer.connection()), new CallTimeout(CALL_TIMEOUT));
    }

    /// The node is gone, or has no mover any more.
    public synchronized void forget(String node) {
        Peer peer = peers.remove(node);
        if (peer != null) {
            peer.connection().shutdown();
        }
    }

    @Override
    public synchronized void close() {
        peers.values().forEach(peer -> peer.connection().shutdownNow());
        peers.clear();
        clients.close();
    }
}
