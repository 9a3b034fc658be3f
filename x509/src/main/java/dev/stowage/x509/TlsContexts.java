package dev.stowage.x509;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Sets up TLS for servers and clients.
public final class TlsContexts {
    private TlsContexts() {}

    /// For a server that requests a client certificate and accepts any. The handshake proves that the client holds
    /// the key; the caller decides whether to trust the certificate. A client that is not trusted then gets an
    /// HTTP error instead of a broken connection.
    ///
    /// @param clientAuthorities sent to clients so that they can choose a certificate
    public static SSLContext server(CertificateKeyPair keyPair, List<X509Certificate> clientAuthorities)
            throws GeneralSecurityException {
        return context(keyManagers(keyPair), new InsecureTrustManager(clientAuthorities));
    }

    /// For a client with a certificate that calls servers whose certificates were issued by one of the authorities.
    public static SSLContext client(CertificateKeyPair keyPair, List<X509Certificate> authorities)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers(keyPair), trustManagers(authorities), null);
        return context;
    }

    /// For a client with a certificate that accepts any server.
    public static SSLContext insecureClient(CertificateKeyPair keyPair) throws GeneralSecurityException {
        return context(keyManagers(keyPair), new InsecureTrustManager(List.of()));
    }

    /// For a client without a certificate that accepts any server.
    public static SSLContext insecureClient() {
        try {
            return context(new KeyManager[0], new InsecureTrustManager(List.of()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS is missing in this Java runtime", e);
        }
    }

    private static SSLContext context(KeyManager[] keys, TrustManager trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, new TrustManager[] {trust}, null);
        return context;
    }

    /// Presents this certificate to the other side.
    public static KeyManager[] keyManagers(CertificateKeyPair keyPair) throws GeneralSecurityException {
        char[] password = {'-'}; // of a key store that never leaves memory
        KeyStore store = emptyStore();
        Certificate[] chain = keyPair.chain().toArray(Certificate[]::new);
        store.setKeyEntry("key", keyPair.key(), password, chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory.getKeyManagers();
    }

    /// Accepts certificates that were issued by one of the authorities.
    public static TrustManager[] trustManagers(List<X509Certificate> authorities) throws GeneralSecurityException {
        KeyStore store = emptyStore();
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new GeneralSecurityException("cannot create a key store in memory: " + e.getMessage(), e);
        }
    }
}
