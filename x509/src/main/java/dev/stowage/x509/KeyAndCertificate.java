package dev.stowage.x509;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/// A certificate and the key that belongs to it.
public record KeyAndCertificate(X509Certificate certificate, PrivateKey key) {

    /// Never shows the key.
    @Override
    public String toString() {
        return "Identity[" + certificate.getSubjectX500Principal().getName() + "]";
    }
}
