package dev.stowage.x509;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A certificate authority in memory: its certificate and the key that signs.
public record CertificateAuthority(CertificateKeyPair keyPair) {
    /// Clocks differ: a new certificate must already be valid for a peer whose clock is behind.
    private static final Duration BACKDATED = Duration.ofMinutes(5);

    /// A new one with a key of its own.
    public static CertificateAuthority create(String name, Instant now, Duration validity)
            throws GeneralSecurityException {
        KeyPair keys = EcKeys.generate();
        CertificateProfile profile = CertificateProfile.authority(name);
        X509Certificate certificate = CertificateSigner.sign(
                profile,
                keys.getPublic(),
                CertificateSigner.name(profile),
                CertificateSigner.fingerprint(keys.getPublic()),
                keys.getPrivate(),
                now.minus(BACKDATED),
                now.plus(validity));
        return new CertificateAuthority(new CertificateKeyPair(List.of(certificate), keys.getPrivate()));
    }

    public X509Certificate certificate() {
        return keyPair.certificate();
    }

    /// Issues a certificate for a key of another. It ends with this authority's at the latest.
    public X509Certificate issue(CertificateProfile profile, PublicKey owner, Instant now, Duration validity)
            throws GeneralSecurityException {
        Instant end = certificate().getNotAfter().toInstant();
        Instant wanted = now.plus(validity);
        return CertificateSigner.sign(
                profile,
                owner,
                certificate().getSubjectX500Principal().getEncoded(),
                CertificateSigner.identifier(certificate()),
                keyPair.key(),
                now.minus(BACKDATED),
                wanted.isBefore(end) ? wanted : end);
    }
}
