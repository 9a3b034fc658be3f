package dev.stowage.node.server.auth;

import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.InsecureTrustManager;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// TLS of the server. It asks clients for a certificate and takes any: a stranger is told so in HTTP, and does
/// not just
/// see a connection that breaks.
public final class ServerTlsContext {
    private ServerTlsContext() {}

    public static SSLContext of(CertificateKeyPair certificateKeyPair, List<X509Certificate> authorities)
            throws IOException {
        try {
            char[] password = {'-'}; // of a store that never leaves memory
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            store.setKeyEntry(
                    "key",
                    certificateKeyPair.key(),
                    password,
                    certificateKeyPair.chain().toArray(Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), new TrustManager[] {new InsecureTrustManager(authorities)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("The node's server cannot set up TLS: " + e.getMessage(), e);
        }
    }
}
