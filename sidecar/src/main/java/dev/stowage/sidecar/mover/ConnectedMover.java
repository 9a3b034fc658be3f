package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.endpoint.ListenAddress;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.mover.certificate.MoverCertificate;
import dev.stowage.sidecar.mover.link.CarrierOptions;
import dev.stowage.sidecar.mover.link.MoverClient;
import dev.stowage.sidecar.mover.link.MoverServer;
import dev.stowage.sidecar.mover.link.MoverServerOptions;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.sidecar.mover.link.RateLimit;
import dev.stowage.sidecar.mover.link.VolumeCarrier;
import dev.stowage.x509.ReloadableTls;
import io.grpc.Channel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Serves the movers of other nodes, and reaches them.
final class ConnectedMover implements MoverConnections {
    private final RoleContext context;
    private final MoverOptions options;
    private final MovePeers peers;
    private final ReloadableTls tls = new ReloadableTls();
    private final MoverCertificate certificate;
    private final MoverClient client = new MoverClient(tls);
    private final VolumeCarrier carrier;
    private @Nullable MoverServer server;
    private @Nullable MoverAnnouncement announcement;

    ConnectedMover(RoleContext context, MoverOptions options) {
        this.context = context;
        this.options = options;
        this.peers = new MovePeers(
                context.informers().of(VolumeMove.KIND),
                context.informers().of(VolumeStandby.KIND),
                context.driver().name(),
                options.node());
        this.certificate = new MoverCertificate(
                context.api(),
                context.informers(),
                options.namespace(),
                new PeerIdentity(options.node()),
                tls,
                context.clock());
        this.carrier = new VolumeCarrier(RateLimit.of(options.bandwidthLimit().orElse(0)), CarrierOptions.defaults());
    }

    /// Without a certificate, connections fail and moves wait.
    @Override
    public void start() {
        certificate.start();
        try {
            ListenAddress listen = ListenAddress.parse(options.address());
            MoverServer serving = MoverServer.start(
                    tls,
                    context.driver().transfer(options.timeout()).getChannel(),
                    peers,
                    MoverServerOptions.of(
                            listen.host().isEmpty()
                                    ? new InetSocketAddress(listen.port())
                                    : new InetSocketAddress(listen.host(), listen.port()),
                            MoverKeys.SNAPSHOT_PREFIX));
            server = serving;
            announcement = new MoverAnnouncement(
                    context.api(),
                    options.namespace(),
                    lease(options.node()),
                    new ListenAddress(advertised(listen), serving.address().getPort()),
                    context.clock());
            announcement.start(context.timer());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + options.address() + ": " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String advertised(ListenAddress listen) {
        return options.advertised().isEmpty() ? listen.host() : options.advertised();
    }

    private MoverLease lease(String node) {
        return new MoverLease(context.driver().name(), node);
    }

    @Override
    public CopyDriver own() {
        return new RpcCopyDriver(
                () -> context.driver().transfer(options.timeout()),
                () -> context.driver().controller(options.timeout()));
    }

    @Override
    public CopyDriver node(String name) throws PeerCallException {
        Channel channel = channel(name);
        long nanos = options.timeout().toNanos();
        return new RpcCopyDriver(
                () -> TransferGrpc.newBlockingStub(channel).withDeadlineAfter(nanos, TimeUnit.NANOSECONDS),
                () -> ControllerGrpc.newBlockingStub(channel).withDeadlineAfter(nanos, TimeUnit.NANOSECONDS));
    }

    @Override
    public Carrier carrier() {
        return new LinkedCarrier(
                carrier,
                node -> TransferGrpc.newBlockingStub(channel(node)),
                () -> context.driver().transfer(options.timeout()));
    }

    private Channel channel(String node) throws PeerCallException {
        try {
            InetSocketAddress address = context.api()
                    .within(options.timeout())
                    .find(Kinds.LEASES, options.namespace(), lease(node).name())
                    .flatMap(lease -> lease(node).address(lease, context.clock().instant()))
                    .orElseThrow(() -> PeerCallException.unreachable("no mover for driver %s responds on node %s"
                            .formatted(context.driver().name(), node)));
            return client.channel(node, address);
        } catch (ApiFailure e) {
            throw PeerCallException.unreachable("cannot find the mover of node %s: %s".formatted(node, e.getMessage()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw PeerCallException.unreachable("the process is being stopped");
        }
    }

    @Override
    public void close() {
        if (announcement != null) {
            announcement.close();
        }
        client.close();
        if (server != null) {
            server.close();
        }
        certificate.close();
    }
}
