package dev.stowage.interop.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Builds an SSL context from PEM files.
final class ClientSslContext {
    private static final char[] NO_PASSWORD = {};

    private ClientSslContext() {}

    static SSLContext of(Path authority, Path certificate, Path key) throws IOException {
        try {
            KeyStore own = KeyStore.getInstance(KeyStore.getDefaultType());
            own.load(null, NO_PASSWORD);
            own.setKeyEntry("own", key(key), NO_PASSWORD, new Certificate[] {certificate(certificate)});
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, NO_PASSWORD);
            KeyStore others = KeyStore.getInstance(KeyStore.getDefaultType());
            others.load(null, NO_PASSWORD);
            others.setCertificateEntry("authority", certificate(authority));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(others);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates of the control plane cannot be used", e);
        }
    }

    private static Certificate certificate(Path pem) throws IOException, GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(pem)));
    }

    private static PrivateKey key(Path pem) throws IOException, GeneralSecurityException {
        String text = Files.readString(pem).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
    }
}
