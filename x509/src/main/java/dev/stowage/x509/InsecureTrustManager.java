package dev.stowage.x509;

import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Accepts every certificate: for `insecure-skip-tls-verify`, for HTTPS probes, which send no secret, and for servers
/// that check the client's certificate after the handshake. It extends X509ExtendedTrustManager because the JDK adds
/// its own host name checks to any other trust manager.
public final class InsecureTrustManager extends X509ExtendedTrustManager {

    private final List<X509Certificate> issuers;

    /// @param issuers the authorities that a server names in its certificate request
    public InsecureTrustManager(List<X509Certificate> issuers) {
        this.issuers = List.copyOf(issuers);
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
