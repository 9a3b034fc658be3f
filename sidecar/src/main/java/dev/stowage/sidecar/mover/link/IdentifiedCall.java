package dev.stowage.sidecar.mover.link;

import static java.util.Objects.requireNonNull;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// Puts the peer of a call into its context. The handshake checked the certificate when the connection was made;
/// it may have ended since.
record IdentifiedCall<Q, A>(ServerCallHandler<Q, A> next) implements ServerCallHandler<Q, A> {
    private static final Context.Key<PeerIdentity> PEER = Context.key("stowage-mover-peer");

    static PeerIdentity peer() {
        return requireNonNull(PEER.get(), "a call without a peer");
    }

    @Override
    public ServerCall.Listener<Q> startCall(ServerCall<Q, A> call, Metadata headers) {
        PeerIdentity peer;
        try {
            peer = identify(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
        } catch (GeneralSecurityException | SSLPeerUnverifiedException e) {
            Status why = Status.UNAUTHENTICATED.withDescription("no valid certificate of a mover");
            call.close(why, new Metadata());
            return new ServerCall.Listener<>() {};
        }
        return Contexts.interceptCall(Context.current().withValue(PEER, peer), call, headers, next);
    }

    private static PeerIdentity identify(@Nullable SSLSession session)
            throws GeneralSecurityException, SSLPeerUnverifiedException {
        if (session == null || !(session.getPeerCertificates()[0] instanceof X509Certificate certificate)) {
            throw new SSLPeerUnverifiedException("no certificate");
        }
        certificate.checkValidity();
        return PeerIdentity.require(certificate);
    }
}
