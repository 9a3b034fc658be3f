package dev.stowage.x509;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A certificate that a server signs itself, as a kubelet does that was started without one.
public final class SelfSignedCertificate {
    /// Clocks differ: a new certificate must already be valid for a client whose clock is behind.
    private static final Duration BACKDATED = Duration.ofHours(1);

    private static final Duration VALIDITY = Duration.ofDays(365);

    private SelfSignedCertificate() {}

    /// @param name the common name
    /// @param addresses host names and IP addresses of the server
    public static CertificateKeyPair create(String name, List<String> addresses, Instant now)
            throws GeneralSecurityException {
        KeyPair keys = EcKeys.generate();
        CertificateProfile profile = CertificateProfile.selfSignedServer(name, addresses);
        X509Certificate certificate = CertificateSigner.sign(
                profile,
                keys.getPublic(),
                CertificateSigner.name(profile),
                CertificateSigner.fingerprint(keys.getPublic()),
                keys.getPrivate(),
                now.minus(BACKDATED),
                now.plus(VALIDITY));
        return new CertificateKeyPair(List.of(certificate), keys.getPrivate());
    }
}
