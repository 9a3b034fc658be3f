package dev.stowage.x509;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// A certificate, the certificates of its issuers, and the private key that belongs to it.
///
/// @param chain the certificate itself first, then its issuers; never empty
public record CertificateKeyPair(List<X509Certificate> chain, PrivateKey key) {

    public CertificateKeyPair {
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("the certificate chain is empty");
        }
        chain = List.copyOf(chain);
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /// Never shows the key.
    @Override
    public String toString() {
        return "CertificateKeyPair[" + certificate().getSubjectX500Principal().getName() + "]";
    }
}
