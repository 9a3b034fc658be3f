package dev.stowage.x509;

import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;

/// TLS with certificates at both ends that are replaced while servers and connections live: each handshake uses
/// the latest. Peers are known by the names in their certificates, so host names are not checked. Thread-safe.
public final class ReloadableTls {
    /// In seconds. A resumed session is not checked against the current authorities, and a connection here lasts long.
    private static final int SESSION_TIMEOUT = 1;

    private final ReloadableKeyManager keys = new ReloadableKeyManager();
    private final ReloadableAuthorities authorities = new ReloadableAuthorities();

    /// Decides whether a certificate that an authority issued is one of those that are meant.
    @FunctionalInterface
    public interface PeerCheck {
        void check(X509Certificate peer) throws CertificateException;
    }

    /// The certificate that is presented from the next handshake on.
    public void present(CertificateKeyPair keyPair) {
        keys.replace(keyPair);
    }

    /// The authorities that are trusted from the next handshake on.
    public void trust(List<X509Certificate> trusted) throws GeneralSecurityException {
        authorities.replace(trusted);
    }

    /// For any number of connections. Until there are a certificate and authorities, handshakes fail.
    public SSLContext context(PeerCheck check) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {keys}, new TrustManager[] {new PeerTrustManager(authorities, check)}, null);
        forgetSoon(context.getClientSessionContext());
        forgetSoon(context.getServerSessionContext());
        return context;
    }

    private static void forgetSoon(SSLSessionContext sessions) {
        sessions.setSessionTimeout(SESSION_TIMEOUT);
        sessions.setSessionCacheSize(1);
    }
}
