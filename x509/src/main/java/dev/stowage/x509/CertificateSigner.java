package dev.stowage.x509;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Puts a certificate together and signs it.
final class CertificateSigner {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] ECDSA_WITH_SHA256 = DerWriter.sequence(DerWriter.identifier("1.2.840.10045.4.3.2"));

    private CertificateSigner() {}

    /// @param issuer the encoded name of the signer
    /// @param issuerIdentifier see [#identifier]
    static X509Certificate sign(
            CertificateProfile certificateProfile,
            PublicKey owner,
            byte[] issuer,
            byte[] issuerIdentifier,
            PrivateKey signer,
            Instant from,
            Instant until)
            throws GeneralSecurityException {
        byte[] body = DerWriter.sequence(
                DerWriter.explicit(0, DerWriter.integer(BigInteger.TWO)),
                DerWriter.integer(new BigInteger(127, RANDOM).setBit(126)),
                ECDSA_WITH_SHA256,
                issuer,
                DerWriter.sequence(DerWriter.time(from), DerWriter.time(until)),
                name(certificateProfile),
                owner.getEncoded(),
                DerWriter.explicit(3, extensions(certificateProfile, owner, issuerIdentifier)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(signer);
        signature.update(body);
        byte[] whole = DerWriter.sequence(body, ECDSA_WITH_SHA256, DerWriter.bits(0, signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    static byte[] name(CertificateProfile certificateProfile) {
        List<byte[]> parts = new ArrayList<>();
        for (String organization : certificateProfile.organizations()) {
            parts.add(attribute("2.5.4.10", organization));
        }
        parts.add(attribute("2.5.4.3", certificateProfile.name()));
        return DerWriter.sequence(parts.toArray(byte[][]::new));
    }

    private static byte[] attribute(String type, String value) {
        return DerWriter.set(DerWriter.sequence(DerWriter.identifier(type), DerWriter.text(value)));
    }

    private static byte[] extensions(CertificateProfile certificateProfile, PublicKey owner, byte[] issuer)
            throws GeneralSecurityException {
        byte[] authority = DerWriter.sequence(DerWriter.implicit(0, issuer));
        byte[] keyIdentifier = extension("2.5.29.14", false, DerWriter.octets(fingerprint(owner)));
        byte[] authorityKeyIdentifier = extension("2.5.29.35", false, authority);
        byte[] plainOwner = extension("2.5.29.19", true, DerWriter.sequence());
        // Bits of the key's use, from the left: 0 signs data, 5 signs certificates.
        byte[] signsData = extension("2.5.29.15", true, DerWriter.bits(7, new byte[] {(byte) 0x80}));
        return switch (certificateProfile.use()) {
            case AUTHORITY ->
                DerWriter.sequence(
                        extension("2.5.29.15", true, DerWriter.bits(2, new byte[] {(byte) 0x84})),
                        extension("2.5.29.19", true, DerWriter.sequence(DerWriter.yes())),
                        keyIdentifier);
            case SERVER ->
                DerWriter.sequence(
                        signsData,
                        extension("2.5.29.37", false, DerWriter.sequence(DerWriter.identifier("1.3.6.1.5.5.7.3.1"))),
                        plainOwner,
                        authorityKeyIdentifier,
                        extension("2.5.29.17", false, alternatives(certificateProfile.addresses())));
            case CLIENT ->
                DerWriter.sequence(
                        signsData,
                        extension("2.5.29.37", false, DerWriter.sequence(DerWriter.identifier("1.3.6.1.5.5.7.3.2"))),
                        plainOwner,
                        authorityKeyIdentifier);
        };
    }

    private static byte[] extension(String type, boolean critical, byte[] value) {
        return critical
                ? DerWriter.sequence(DerWriter.identifier(type), DerWriter.yes(), DerWriter.octets(value))
                : DerWriter.sequence(DerWriter.identifier(type), DerWriter.octets(value));
    }

    private static byte[] alternatives(List<String> addresses) {
        List<byte[]> names = new ArrayList<>();
        for (String address : addresses) {
            names.add(alternative(address));
        }
        return DerWriter.sequence(names.toArray(byte[][]::new));
    }

    private static byte[] alternative(String address) {
        try {
            return DerWriter.implicit(7, InetAddress.ofLiteral(address).getAddress());
        } catch (IllegalArgumentException _) {
            return DerWriter.implicit(2, address.getBytes(StandardCharsets.US_ASCII)); // a host name, then
        }
    }

    /// By which a certificate names its signer's key. An authority that others made says itself how its key is
    /// called,
    /// and
    /// some clients insist on it.
    static byte[] identifier(X509Certificate authority) throws GeneralSecurityException {
        byte[] said = authority.getExtensionValue("2.5.29.14");
        // A string of octets in a string of octets, both short.
        return said == null || said.length < 4
                ? fingerprint(authority.getPublicKey())
                : Arrays.copyOfRange(said, 4, said.length);
    }

    static byte[] fingerprint(PublicKey key) throws GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
        return Arrays.copyOf(digest, 20);
    }
}
