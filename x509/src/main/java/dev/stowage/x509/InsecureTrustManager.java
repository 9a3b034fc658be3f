package dev.stowage.x509;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Takes every certificate: what `insecure-skip-tls-verify` asks for, and enough for a probe, which asks whether
/// somebody answers and tells nobody a secret. Extended, because the JDK checks names for every other kind.
public final class InsecureTrustManager extends X509ExtendedTrustManager {

    private final List<X509Certificate> issuers;

    /// @param issuers whose certificates the other side is asked for, though any will do
    public InsecureTrustManager(List<X509Certificate> issuers) {
        this.issuers = List.copyOf(issuers);
    }

    public static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new InsecureTrustManager(List.of())}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has TLS.", e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return issuers.toArray(X509Certificate[]::new);
    }
}
