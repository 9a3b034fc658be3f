package dev.stowage.apiserver.auth.pki;

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
final class Issuance {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));

    private Issuance() {}

    /// @param issuer the encoded name of the signer
    /// @param issuerIdentifier see [#identifier]
    static X509Certificate sign(
            Profile profile,
            PublicKey owner,
            byte[] issuer,
            byte[] issuerIdentifier,
            PrivateKey signer,
            Instant from,
            Instant until)
            throws GeneralSecurityException {
        byte[] body = Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(127, RANDOM).setBit(126)),
                ECDSA_WITH_SHA256,
                issuer,
                Der.sequence(Der.time(from), Der.time(until)),
                name(profile),
                owner.getEncoded(),
                Der.explicit(3, extensions(profile, owner, issuerIdentifier)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(signer);
        signature.update(body);
        byte[] whole = Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(0, signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    static byte[] name(Profile profile) {
        List<byte[]> parts = new ArrayList<>();
        for (String organization : profile.organizations()) {
            parts.add(attribute("2.5.4.10", organization));
        }
        parts.add(attribute("2.5.4.3", profile.name()));
        return Der.sequence(parts.toArray(byte[][]::new));
    }

    private static byte[] attribute(String type, String value) {
        return Der.set(Der.sequence(Der.identifier(type), Der.text(value)));
    }

    private static byte[] extensions(Profile profile, PublicKey owner, byte[] issuer) throws GeneralSecurityException {
        byte[] authority = Der.sequence(Der.implicit(0, issuer));
        byte[] keyIdentifier = extension("2.5.29.14", false, Der.octets(fingerprint(owner)));
        byte[] authorityKeyIdentifier = extension("2.5.29.35", false, authority);
        byte[] plainOwner = extension("2.5.29.19", true, Der.sequence());
        // Bits of the key's use, from the left: 0 signs data, 5 signs certificates.
        byte[] signsData = extension("2.5.29.15", true, Der.bits(7, new byte[] {(byte) 0x80}));
        return switch (profile.use()) {
            case AUTHORITY ->
                Der.sequence(
                        extension("2.5.29.15", true, Der.bits(2, new byte[] {(byte) 0x84})),
                        extension("2.5.29.19", true, Der.sequence(Der.yes())),
                        keyIdentifier);
            case SERVER ->
                Der.sequence(
                        signsData,
                        extension("2.5.29.37", false, Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.1"))),
                        plainOwner,
                        authorityKeyIdentifier,
                        extension("2.5.29.17", false, alternatives(profile.addresses())));
            case CLIENT ->
                Der.sequence(
                        signsData,
                        extension("2.5.29.37", false, Der.sequence(Der.identifier("1.3.6.1.5.5.7.3.2"))),
                        plainOwner,
                        authorityKeyIdentifier);
        };
    }

    private static byte[] extension(String type, boolean critical, byte[] value) {
        return critical
                ? Der.sequence(Der.identifier(type), Der.yes(), Der.octets(value))
                : Der.sequence(Der.identifier(type), Der.octets(value));
    }

    private static byte[] alternatives(List<String> addresses) {
        List<byte[]> names = new ArrayList<>();
        for (String address : addresses) {
            names.add(alternative(address));
        }
        return Der.sequence(names.toArray(byte[][]::new));
    }

    private static byte[] alternative(String address) {
        try {
            return Der.implicit(7, InetAddress.ofLiteral(address).getAddress());
        } catch (IllegalArgumentException _) {
            return Der.implicit(2, address.getBytes(StandardCharsets.US_ASCII)); // a host name, then
        }
    }

    /// By which a certificate names its signer's key. An authority that others made says itself how its key is called,
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
