package dev.stowage.x509;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// TLS with an identity of [PkiDirectory].
public final class TlsContexts {
    private TlsContexts() {}

    /// For a server that asks clients for a certificate. It takes any: the client has shown that it holds the key,
    /// and whose it is, the caller decides. A stranger is told why in
    /// HTTP, and does not
    /// just see a connection that breaks.
    public static SSLContext serving(KeyAndCertificate keyAndCertificate, X509Certificate authority)
            throws GeneralSecurityException {
        return context(keyAndCertificate, authority, new AnyPeer(authority));
    }

    /// For a client that shows its certificate and talks to servers which sign their own, as kubelets do.
    public static SSLContext calling(KeyAndCertificate keyAndCertificate, X509Certificate authority)
            throws GeneralSecurityException {
        return context(keyAndCertificate, authority, new AnyPeer(authority));
    }

    private static SSLContext context(
            KeyAndCertificate keyAndCertificate, X509Certificate authority, TrustManager trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys(keyAndCertificate, authority), new TrustManager[] {trust}, null);
        return context;
    }

    private static KeyManager[] keys(KeyAndCertificate keyAndCertificate, X509Certificate authority)
            throws GeneralSecurityException {
        try {
            char[] password = {'-'}; // of a store that never leaves memory
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            Certificate[] chain = {keyAndCertificate.certificate(), authority};
            store.setKeyEntry("key", keyAndCertificate.key(), password, chain);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            return factory.getKeyManagers();
        } catch (IOException e) {
            throw new GeneralSecurityException("a key store in memory cannot be made", e);
        }
    }

    /// Extended, because the JDK adds checks of its own to a manager that is not.
    private static final class AnyPeer extends X509ExtendedTrustManager {
        private final X509Certificate[] authorities;

        AnyPeer(X509Certificate authority) {
            this.authorities = new X509Certificate[] {authority};
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return Arrays.copyOf(authorities, authorities.length);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {}
    }
}
