package dev.stowage.x509;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/// Reads a private key from PEM text in each of the three formats that kubeconfigs contain: PKCS#8, PKCS#1 (RSA) and
/// SEC 1 (EC). Java reads PKCS#8 only, so keys in the other two are wrapped in it.
public final class PemPrivateKey {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    /// The algorithm identifier of RSA, which has no parameters.
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC = DerEncoder.identifier("1.2.840.10045.2.1");

    private PemPrivateKey() {}

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
                case "EC PRIVATE KEY" -> {
                    return decode(pkcs8(DerEncoder.sequence(EC, curve(der)), der));
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

    /// The object identifier of the curve, with its tag and length. It follows the context tag `[0]` in the key.
    private static byte[] curve(byte[] key) throws InvalidKeySpecException {
        for (int i = 0; i + 4 < key.length; i++) {
            boolean isTag = (key[i] & 0xff) == 0xa0 && key[i + 2] == 0x06 && key[i + 1] == key[i + 3] + 2;
            if (isTag && i + 4 + key[i + 3] <= key.length) {
                return Arrays.copyOfRange(key, i + 2, i + 4 + key[i + 3]);
            }
        }
        throw new InvalidKeySpecException("the EC private key does not name its curve");
    }
}
