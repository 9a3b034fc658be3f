package dev.stowage.x509;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A private key as text, in each of the three ways in which kubeconfigs carry one. Java reads one of them; the older
/// two, which name the algorithm in the header, are put into its envelope.
public final class PemPrivateKey {
    private static final Pattern SECTION =
            Pattern.compile("-----BEGIN (RSA |EC |)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final byte[] VERSION_0 = HexFormat.of().parseHex("020100");
    /// The sequence of the identifier of RSA and nothing.
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC_OID = HexFormat.of().parseHex("06072a8648ce3d0201");

    private PemPrivateKey() {}

    public static PrivateKey read(String text) throws GeneralSecurityException {
        Matcher section = SECTION.matcher(text);
        if (!section.find()) {
            throw new InvalidKeySpecException("it holds no private key in PEM");
        }
        byte[] der = Base64.getMimeDecoder().decode(section.group(2));
        byte[] pkcs8 = switch (section.group(1)) {
            case "RSA " -> wrap(RSA, der);
            case "EC " -> wrap(sequence(0x30, EC_OID, curve(der)), der);
            default -> der;
        };
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException e) {
                // Only the key itself tells of which sort it is.
            }
        }
        throw new InvalidKeySpecException("its private key is of no sort in " + ALGORITHMS);
    }

    private static byte[] wrap(byte[] algorithm, byte[] key) {
        return sequence(0x30, VERSION_0, algorithm, sequence(0x04, key));
    }

    /// The name of the curve stands in the key behind the mark `[0]`: an identifier, with its tag and length.
    private static byte[] curve(byte[] key) throws InvalidKeySpecException {
        for (int i = 0; i + 4 < key.length; i++) {
            boolean isMark = (key[i] & 0xff) == 0xa0 && key[i + 2] == 0x06 && key[i + 1] == key[i + 3] + 2;
            if (isMark && i + 4 + key[i + 3] <= key.length) {
                return Arrays.copyOfRange(key, i + 2, i + 4 + key[i + 3]);
            }
        }
        throw new InvalidKeySpecException("its EC key does not name a curve");
    }

    private static byte[] sequence(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        try {
            for (byte[] part : parts) {
                content.write(part);
            }
        } catch (IOException e) {
            throw new IllegalStateException("Memory can always be written to.", e);
        }
        var all = new ByteArrayOutputStream();
        all.write(tag);
        int length = content.size();
        if (length < 0x80) {
            all.write(length);
        } else if (length < 0x100) {
            all.write(0x81);
            all.write(length);
        } else {
            all.write(0x82);
            all.write(length >> 8);
            all.write(length);
        }
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }
}
