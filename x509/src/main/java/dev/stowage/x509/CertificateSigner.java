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

/// Encodes a certificate and signs it.
final class CertificateSigner {
    private static final SecureRandom RANDOM = new SecureRandom();
    static final byte[] ECDSA_WITH_SHA256 = DerEncoder.sequence(DerEncoder.identifier("1.2.840.10045.4.3.2"));

    private static final byte[] SERVER_USE = DerEncoder.identifier("1.3.6.1.5.5.7.3.1");
    private static final byte[] CLIENT_USE = DerEncoder.identifier("1.3.6.1.5.5.7.3.2");

    private CertificateSigner() {}

    /// @param issuer the encoded name of the signer
    /// @param issuerIdentifier the key identifier of the signer, see [#identifier]
    static X509Certificate sign(
            CertificateProfile profile,
            PublicKey owner,
            byte[] issuer,
            byte[] issuerIdentifier,
            PrivateKey signer,
            Instant from,
            Instant until)
            throws GeneralSecurityException {
        byte[] body = DerEncoder.sequence(
                DerEncoder.explicit(0, DerEncoder.integer(BigInteger.TWO)),
                DerEncoder.integer(new BigInteger(127, RANDOM).setBit(126)),
                ECDSA_WITH_SHA256,
                issuer,
                DerEncoder.sequence(DerEncoder.time(from), DerEncoder.time(until)),
                name(profile),
                owner.getEncoded(),
                DerEncoder.explicit(3, extensions(profile, owner, issuerIdentifier)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(signer);
        signature.update(body);
        byte[] whole = DerEncoder.sequence(body, ECDSA_WITH_SHA256, DerEncoder.bits(0, signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    static byte[] name(CertificateProfile profile) {
        List<byte[]> parts = new ArrayList<>();
        for (String organization : profile.organizations()) {
            parts.add(attribute("2.5.4.10", organization));
        }
        parts.add(attribute("2.5.4.3", profile.name()));
        return DerEncoder.sequence(parts.toArray(byte[][]::new));
    }

    private static byte[] attribute(String type, String value) {
        return DerEncoder.set(DerEncoder.sequence(DerEncoder.identifier(type), DerEncoder.text(value)));
    }

    private static byte[] extensions(CertificateProfile profile, PublicKey owner, byte[] issuer)
            throws GeneralSecurityException {
        byte[] authority = DerEncoder.sequence(DerEncoder.implicit(0, issuer));
        byte[] keyIdentifier = extension("2.5.29.14", false, DerEncoder.octets(fingerprint(owner)));
        byte[] authorityKeyIdentifier = extension("2.5.29.35", false, authority);
        byte[] noAuthority = extension("2.5.29.19", true, DerEncoder.sequence());
        byte[] isAuthority = extension("2.5.29.19", true, DerEncoder.sequence(DerEncoder.yes()));
        byte[] serverUse = use(SERVER_USE);
        // Bits of the key usage, from the left: 0 is digitalSignature, 5 is keyCertSign.
        byte[] signsDataAndCertificates = extension("2.5.29.15", true, DerEncoder.bits(2, new byte[] {(byte) 0x84}));
        byte[] signsData = extension("2.5.29.15", true, DerEncoder.bits(7, new byte[] {(byte) 0x80}));
        return switch (profile.use()) {
            case AUTHORITY -> DerEncoder.sequence(signsDataAndCertificates, isAuthority, keyIdentifier);
            case SERVER ->
                DerEncoder.sequence(
                        signsData, serverUse, noAuthority, authorityKeyIdentifier, subjectAlternativeNames(profile));
            case SELF_SIGNED_SERVER ->
                DerEncoder.sequence(signsDataAndCertificates, serverUse, isAuthority, subjectAlternativeNames(profile));
            case CLIENT -> DerEncoder.sequence(signsData, use(CLIENT_USE), noAuthority, authorityKeyIdentifier);
            case PEER ->
                DerEncoder.sequence(signsData, use(CLIENT_USE, SERVER_USE), noAuthority, authorityKeyIdentifier);
        };
    }

    private static byte[] use(byte[]... uses) {
        return extension("2.5.29.37", false, DerEncoder.sequence(uses));
    }

    private static byte[] extension(String type, boolean critical, byte[] value) {
        return critical
                ? DerEncoder.sequence(DerEncoder.identifier(type), DerEncoder.yes(), DerEncoder.octets(value))
                : DerEncoder.sequence(DerEncoder.identifier(type), DerEncoder.octets(value));
    }

    private static byte[] subjectAlternativeNames(CertificateProfile profile) {
        byte[][] names =
                profile.addresses().stream().map(CertificateSigner::generalName).toArray(byte[][]::new);
        return extension("2.5.29.17", false, DerEncoder.sequence(names));
    }

    private static byte[] generalName(String address) {
        try {
            return DerEncoder.implicit(7, InetAddress.ofLiteral(address).getAddress());
        } catch (IllegalArgumentException _) {
            return DerEncoder.implicit(2, address.getBytes(StandardCharsets.US_ASCII)); // a host name
        }
    }

    /// The identifier by which a certificate names the key of its issuer. An authority that another program created
    /// carries its own identifier, and some clients insist that it matches.
    static byte[] identifier(X509Certificate authority) throws GeneralSecurityException {
        byte[] own = authority.getExtensionValue("2.5.29.14");
        // An OCTET STRING inside an OCTET STRING; each has a header of two bytes.
        return own == null || own.length < 4
                ? fingerprint(authority.getPublicKey())
                : Arrays.copyOfRange(own, 4, own.length);
    }

    static byte[] fingerprint(PublicKey key) throws GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
        return Arrays.copyOf(digest, 20);
    }
}
