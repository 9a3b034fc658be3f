package dev.stowage.x509;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;

/// Creates the key pairs that certificates are issued for: ECDSA on the curve P-256.
public final class EcKeys {
    private static final byte[] P256 = DerEncoder.sequence(
            DerEncoder.identifier("1.2.840.10045.2.1"), DerEncoder.identifier("1.2.840.10045.3.1.7"));

    private EcKeys() {}

    public static KeyPair generate() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /// @param encoded with its algorithm, in DER
    static PublicKey publicKey(byte[] encoded) throws GeneralSecurityException {
        byte[] algorithm = new DerReader(encoded).inside(DerReader.SEQUENCE).whole(DerReader.SEQUENCE);
        if (!Arrays.equals(algorithm, P256)) {
            throw new GeneralSecurityException("the public key is not on the curve P-256");
        }
        return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded));
    }
}
