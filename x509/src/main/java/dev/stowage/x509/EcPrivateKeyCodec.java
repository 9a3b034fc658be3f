package dev.stowage.x509;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.InvalidKeySpecException;

/// EC private keys in the format of SEC 1 (RFC 5915): the number, the name of its curve, and the public key.
final class EcPrivateKeyCodec {
    static final String LABEL = "EC PRIVATE KEY";

    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int CURVE = 0xa0;
    private static final byte UNCOMPRESSED = 4;

    private EcPrivateKeyCodec() {}

    /// @param publicKey that belongs to the private key
    static byte[] encode(ECPrivateKey key, ECPublicKey publicKey) {
        ECParameterSpec curve = key.getParams();
        int orderLength = (curve.getOrder().bitLength() + 7) / 8;
        int fieldLength = (curve.getCurve().getField().getFieldSize() + 7) / 8;
        ByteBuffer point = ByteBuffer.allocate(1 + 2 * fieldLength);
        point.put(UNCOMPRESSED);
        point.put(fixed(publicKey.getW().getAffineX(), fieldLength));
        point.put(fixed(publicKey.getW().getAffineY(), fieldLength));
        return DerEncoder.sequence(
                DerEncoder.integer(BigInteger.ONE),
                DerEncoder.octets(fixed(key.getS(), orderLength)),
                DerEncoder.explicit(0, name(curve)),
                DerEncoder.explicit(1, DerEncoder.bits(0, point.array())));
    }

    /// The object identifier of a curve, with its tag and length.
    private static byte[] name(ECParameterSpec curve) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(curve);
            return parameters.getEncoded();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the curve of a key that the JDK created has no name", e);
        }
    }

    private static byte[] fixed(BigInteger number, int length) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[length];
        int count = Math.min(bytes.length, length); // a leading zero is the sign, not a digit
        System.arraycopy(bytes, bytes.length - count, fixed, length - count, count);
        return fixed;
    }

    /// @throws InvalidKeySpecException when it is not such a key, or does not name its curve
    static PrivateKey decode(byte[] der) throws GeneralSecurityException {
        try {
            ByteBuffer fields = content(ByteBuffer.wrap(der), SEQUENCE);
            content(fields, INTEGER);
            byte[] number = bytes(content(fields, OCTETS));
            if (!fields.hasRemaining() || (fields.get(fields.position()) & 0xff) != CURVE) {
                throw new InvalidKeySpecException("the EC private key does not name its curve");
            }
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(bytes(content(fields, CURVE)));
            ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
            return KeyFactory.getInstance("EC").generatePrivate(new ECPrivateKeySpec(new BigInteger(1, number), curve));
        } catch (BufferUnderflowException | IOException e) {
            throw new InvalidKeySpecException("the EC private key is damaged", e);
        }
    }

    /// The content of the next value, which must have this tag.
    private static ByteBuffer content(ByteBuffer from, int tag) throws InvalidKeySpecException {
        int found = from.get() & 0xff;
        int length = from.get() & 0xff;
        if (length > 0x80) {
            int octets = Math.min(length & 0x7f, 3); // more than 16 MiB is not a key, and is refused below
            length = 0;
            for (int i = 0; i < octets; i++) {
                length = (length << 8) | (from.get() & 0xff);
            }
        }
        if (found != tag || length > from.remaining()) {
            throw new InvalidKeySpecException("the EC private key is damaged");
        }
        ByteBuffer content = from.slice(from.position(), length);
        from.position(from.position() + length);
        return content;
    }

    private static byte[] bytes(ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return bytes;
    }
}
