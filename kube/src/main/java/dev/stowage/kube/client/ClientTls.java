package dev.stowage.kube.client;

import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.InsecureTrustManager;
import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.PemPrivateKey;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// The TLS settings of the connection: trusted authorities and our client certificate.
final class ClientTls {
    private ClientTls() {}

    static SSLContext of(RestConfig access) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(access), trust(access), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot use the certificates for " + access.server() + ": " + e.getMessage(), e);
        }
    }

    private static KeyManager @Nullable [] keys(RestConfig access) throws GeneralSecurityException {
        if (access.certificate().length == 0 || access.key().length == 0) {
            return null;
        }
        String key = new String(access.key(), StandardCharsets.US_ASCII);
        return TlsContexts.keyManagers(
                new CertificateKeyPair(certificates(access.certificate()), PemPrivateKey.read(key)));
    }

    private static TrustManager @Nullable [] trust(RestConfig access) throws GeneralSecurityException {
        if (access.insecure()) {
            return new TrustManager[] {new InsecureTrustManager(List.of())};
        }
        if (access.authority().length == 0) {
            return null;
        }
        return TlsContexts.trustManagers(certificates(access.authority()));
    }

    private static List<X509Certificate> certificates(byte[] pem) throws GeneralSecurityException {
        List<X509Certificate> certificates = PemEncoding.certificates(new String(pem, StandardCharsets.ISO_8859_1));
        if (certificates.isEmpty()) {
            throw new GeneralSecurityException("no certificate in PEM format found");
        }
        return certificates;
    }
}
