package dev.stowage.x509;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;

/// A certificate that a server signs for itself, as kubelets do to which nobody gave one.
public final class SelfSignedCertificate {
    /// Clocks differ: what is signed now must be good for somebody who is a little behind.
    private static final Duration BACKDATED = Duration.ofHours(1);

    private static final Duration LASTS = Duration.ofDays(365);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final byte[] ECDSA_WITH_SHA256 = DerValues.sequence(oid("2a8648ce3d040302"));
    private static final byte[] YES = DerValues.value(0x01, new byte[] {(byte) 0xff});

    private SelfSignedCertificate() {}

    public static CertificateKeyPair make(String name, List<String> addresses, Instant now)
            throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair keys = generator.generateKeyPair();
        byte[] subject = DerValues.sequence(DerValues.value(0x31, DerValues.sequence(oid("550403"), utf8(name))));
        byte[] body = DerValues.sequence(
                DerValues.value(0xa0, DerValues.value(0x02, new byte[] {2})),
                DerValues.value(
                        0x02,
                        new BigInteger(127, new SecureRandom()).setBit(126).toByteArray()),
                ECDSA_WITH_SHA256,
                subject,
                DerValues.sequence(time(now.minus(BACKDATED)), time(now.plus(LASTS))),
                subject,
                keys.getPublic().getEncoded(),
                DerValues.value(0xa3, extensions(addresses)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(body);
        byte[] whole = DerValues.sequence(body, ECDSA_WITH_SHA256, bits(0, signature.sign()));
        X509Certificate certificate = (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
        return new CertificateKeyPair(List.of(certificate), keys.getPrivate());
    }

    /// It signs data and itself, and serves.
    private static byte[] extensions(List<String> addresses) {
        byte[][] names = addresses.stream().map(SelfSignedCertificate::address).toArray(byte[][]::new);
        return DerValues.sequence(
                DerValues.sequence(oid("551d0f"), YES, octets(bits(2, new byte[] {(byte) 0x84}))),
                DerValues.sequence(oid("551d25"), octets(DerValues.sequence(oid("2b06010505070301")))),
                DerValues.sequence(oid("551d13"), YES, octets(DerValues.sequence(YES))),
                DerValues.sequence(oid("551d11"), octets(DerValues.sequence(names))));
    }

    private static byte[] address(String text) {
        try {
            return DerValues.value(0x87, InetAddress.ofLiteral(text).getAddress());
        } catch (IllegalArgumentException e) {
            return DerValues.value(0x82, text.getBytes(StandardCharsets.US_ASCII)); // a host name, then
        }
    }

    private static byte[] time(Instant at) {
        return DerValues.value(0x18, TIME.format(at).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] utf8(String text) {
        return DerValues.value(0x0c, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] octets(byte[] content) {
        return DerValues.value(0x04, content);
    }

    private static byte[] bits(int unused, byte[] content) {
        return DerValues.value(0x03, new byte[] {(byte) unused}, content);
    }

    private static byte[] oid(String hex) {
        return DerValues.value(0x06, HexFormat.of().parseHex(hex));
    }
}
