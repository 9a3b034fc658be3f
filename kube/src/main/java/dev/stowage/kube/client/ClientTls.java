package dev.stowage.kube.client;

import dev.stowage.x509.InsecureTrustManager;
import dev.stowage.x509.PemPrivateKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// How the connection is secured: whom we trust, and by which certificate we are known.
final class ClientTls {
    private ClientTls() {}

    static SSLContext of(RestConfig access) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(access), trust(access), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("The certificates for " + access.server() + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyManager @Nullable [] keys(RestConfig access) throws IOException, GeneralSecurityException {
        if (access.certificate().length == 0 || access.key().length == 0) {
            return null;
        }
        KeyStore store = emptyStore();
        String key = new String(access.key(), StandardCharsets.US_ASCII);
        store.setKeyEntry("client", PemPrivateKey.read(key), new char[0], certificates(access.certificate()));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys.getKeyManagers();
    }

    private static TrustManager @Nullable [] trust(RestConfig access) throws IOException, GeneralSecurityException {
        if (access.insecure()) {
            return new TrustManager[] {new InsecureTrustManager(List.of())};
        }
        if (access.authority().length == 0) {
            return null;
        }
        KeyStore store = emptyStore();
        Certificate[] authorities = certificates(access.authority());
        for (int i = 0; i < authorities.length; i++) {
            store.setCertificateEntry("authority-" + i, authorities[i]);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Certificate[] certificates(byte[] pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem))
                .toArray(Certificate[]::new);
    }
}
