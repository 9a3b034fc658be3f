package dev.stowage.x509;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Date;
import java.util.List;

/// Checks that a certificate was issued by an authority and is valid now.
public final class CertificateVerifier {
    private static final String CLIENT_USE = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_USE = "2.5.29.37.0";

    private final X509Certificate authority;
    private final Clock clock;

    public CertificateVerifier(X509Certificate authority, Clock clock) {
        this.authority = authority;
        this.clock = clock;
    }

    /// @throws GeneralSecurityException when the certificate is not a valid client certificate; the message says why
    public void requireClient(X509Certificate certificate) throws GeneralSecurityException {
        if (!isIssuedByAuthority(certificate)) {
            throw new GeneralSecurityException("x509: certificate signed by unknown authority");
        }
        certificate.checkValidity(Date.from(clock.instant()));
        List<String> uses = certificate.getExtendedKeyUsage();
        if (uses == null || !(uses.contains(CLIENT_USE) || uses.contains(ANY_USE))) {
            throw new GeneralSecurityException("x509: certificate specifies an incompatible key usage");
        }
    }

    boolean isIssuedByAuthority(X509Certificate certificate) {
        if (!certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
