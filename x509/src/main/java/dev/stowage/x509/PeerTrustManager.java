package dev.stowage.x509;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Checks the chain, the validity and the use of a certificate, and then its name. It extends
/// X509ExtendedTrustManager because the JDK adds its own host name checks to any other trust manager.
final class PeerTrustManager extends X509ExtendedTrustManager {
    private final ReloadableAuthorities authorities;
    private final ReloadableTls.PeerCheck check;

    PeerTrustManager(ReloadableAuthorities authorities, ReloadableTls.PeerCheck check) {
        this.authorities = authorities;
        this.check = check;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        authorities.require().checkClientTrusted(chain, type);
        check.check(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        authorities.require().checkServerTrusted(chain, type);
        check.check(chain[0]);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.issuers();
    }
}
