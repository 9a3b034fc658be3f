package dev.stowage.x509;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;

/// Private keys as PEM text. All three formats that kubeconfigs contain are read: PKCS#8, PKCS#1 (RSA) and SEC
/// 1 (EC). Java itself reads PKCS#8 only.
public final class PemPrivateKey {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    /// The algorithm identifier of RSA, which has no parameters.
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");

    private PemPrivateKey() {}

    /// The key for a kubeconfig. An EC key is written in SEC 1, as kubeadm and minikube do: some clients take
    /// every other key for an RSA key, also in PKCS#8, which could contain either.
    public static String of(CertificateKeyPair keyPair) {
        return keyPair.key() instanceof ECPrivateKey key
                        && keyPair.certificate().getPublicKey() instanceof ECPublicKey publicKey
                ? PemEncoding.block(EcPrivateKeyCodec.LABEL, EcPrivateKeyCodec.encode(key, publicKey))
                : PemEncoding.of(keyPair.key());
    }

    /// @throws InvalidKeySpecException when the text does not contain a private key that can be used
    public static PrivateKey read(String text) throws GeneralSecurityException {
        for (PemEncoding.Block block : PemEncoding.blocks(text)) {
            byte[] der = block.content();
            switch (block.label()) {
                case "PRIVATE KEY" -> {
                    return decode(der);
                }
                case "RSA PRIVATE KEY" -> {
                    return decode(pkcs8(RSA, der));
                }
                case EcPrivateKeyCodec.LABEL -> {
                    return EcPrivateKeyCodec.decode(der);
                }
                default -> {
                    // Not a private key: a certificate in the same file, or the parameters of a curve.
                }
            }
        }
        throw new InvalidKeySpecException("no private key in PEM format found");
    }

    private static PrivateKey decode(byte[] pkcs8) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException e) {
                // The JDK does not report the algorithm of a key, so each one is tried.
            }
        }
        throw new InvalidKeySpecException("the algorithm of the private key is not one of " + ALGORITHMS);
    }

    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return DerEncoder.sequence(DerEncoder.integer(BigInteger.ZERO), algorithm, DerEncoder.octets(key));
    }
}
