package dev.stowage.x509;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// Certificates, the server's own first, and the key to it.
public record CertificateKeyPair(List<X509Certificate> chain, PrivateKey key) {

    /// Never shows the key.
    @Override
    public String toString() {
        return "Identity[" + chain.getFirst().getSubjectX500Principal().getName() + "]";
    }
}
