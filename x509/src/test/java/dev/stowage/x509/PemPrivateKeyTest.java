package dev.stowage.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PemPrivateKeyTest {
    private static final Path OPENSSL = Path.of("/usr/bin/openssl");

    @TempDir
    private Path folder;

    private static CertificateKeyPair create() throws Exception {
        return SelfSignedCertificate.create("one", List.of("localhost"), Instant.parse("2026-06-01T12:00:00Z"));
    }

    @Test
    void theKeyOfAKubeconfigIsInSec1AndIsReadBack() throws Exception {
        CertificateKeyPair keyPair = create();

        String pem = PemPrivateKey.of(keyPair);

        assertThat(pem).startsWith("-----BEGIN EC PRIVATE KEY-----\n").endsWith("\n-----END EC PRIVATE KEY-----\n");
        assertThat(PemPrivateKey.read(pem)).isEqualTo(keyPair.key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
    void everyCurveOfClientsIsReadBack(String curve) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        // Numbers with leading zeros, which the encoding must keep, are rare.
        for (int i = 0; i < 50; i++) {
            KeyPair keys = generator.generateKeyPair();

            byte[] der = EcPrivateKeyCodec.encode((ECPrivateKey) keys.getPrivate(), (ECPublicKey) keys.getPublic());

            assertThat(EcPrivateKeyCodec.decode(der)).isEqualTo(keys.getPrivate());
        }
    }

    @Test
    void opensslReadsTheKeyAndFindsTheSamePublicKey() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(OPENSSL), "openssl is not installed");
        CertificateKeyPair keyPair = create();
        Path file = folder.resolve("key.pem");
        Files.writeString(file, PemPrivateKey.of(keyPair));

        assertThat(openssl("ec", "-in", file.toString(), "-pubout"))
                .isEqualTo(PemEncoding.of(keyPair.certificate().getPublicKey()));
        assertThat(openssl("ec", "-in", file.toString(), "-check", "-noout")).contains("EC Key valid.");
    }

    @Test
    void aKeyOfOpensslIsRead() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(OPENSSL), "openssl is not installed");
        Path file = folder.resolve("key.pem");
        openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", file.toString());

        ECPrivateKey key = (ECPrivateKey) PemPrivateKey.read(Files.readString(file));

        assertThat(key.getS()).isPositive();
    }

    private static String openssl(String... arguments) throws Exception {
        List<String> argv = new ArrayList<>(List.of(OPENSSL.toString()));
        argv.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out.replace("read EC key\n", "").replace("writing EC key\n", "");
    }

    @Test
    void aKeyInPkcs8OfAnOlderDataDirectoryIsRead() throws Exception {
        CertificateKeyPair keyPair = create();

        assertThat(PemPrivateKey.read(PemEncoding.of(keyPair.key()))).isEqualTo(keyPair.key());
    }

    /// A scan for the tag of the curve would find it in the number.
    @Test
    void aNumberThatLooksLikeTheNameOfACurveIsANumber() throws Exception {
        byte[] number = new byte[32];
        Arrays.fill(number, (byte) 1);
        System.arraycopy(HexFormat.of().parseHex("a00706052b81040022"), 0, number, 8, 9);
        byte[] curve = DerEncoder.identifier("1.2.840.10045.3.1.7");

        ECPrivateKey key = (ECPrivateKey) EcPrivateKeyCodec.decode(DerEncoder.sequence(
                DerEncoder.integer(BigInteger.ONE), DerEncoder.octets(number), DerEncoder.explicit(0, curve)));

        assertThat(key.getS()).isEqualTo(new BigInteger(1, number));
        assertThat(key.getParams().getOrder().bitLength()).isEqualTo(256);
    }

    @Test
    void aKeyWithoutTheNameOfItsCurveIsRefused() {
        byte[] der = DerEncoder.sequence(DerEncoder.integer(BigInteger.ONE), DerEncoder.octets(new byte[32]));

        assertThatThrownBy(() -> EcPrivateKeyCodec.decode(der))
                .isInstanceOf(InvalidKeySpecException.class)
                .hasMessage("the EC private key does not name its curve");
    }

    @Test
    void aDamagedKeyIsRefused() throws Exception {
        CertificateKeyPair keyPair = create();
        byte[] der = EcPrivateKeyCodec.encode((ECPrivateKey) keyPair.key(), (ECPublicKey)
                keyPair.certificate().getPublicKey());

        for (int length = 0; length < der.length; length++) {
            byte[] part = Arrays.copyOf(der, length);
            assertThatThrownBy(() -> EcPrivateKeyCodec.decode(part)).isInstanceOf(InvalidKeySpecException.class);
        }
        byte[] endless = HexFormat.of().parseHex("3084ffffffff02010104");
        assertThatThrownBy(() -> EcPrivateKeyCodec.decode(endless)).isInstanceOf(InvalidKeySpecException.class);
    }
}
