package dev.stowage.x509;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Keys and certificates as PEM text.
public final class PemEncoding {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final String CERTIFICATE = "CERTIFICATE";

    /// A block with a label, such as `CERTIFICATE`.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Block(String label, byte[] content) {}

    private PemEncoding() {}

    public static String of(X509Certificate certificate) {
        try {
            return block(CERTIFICATE, certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("cannot encode a certificate that was decoded before", e);
        }
    }

    public static String of(Key key) {
        return block(key instanceof PrivateKey ? "PRIVATE KEY" : "PUBLIC KEY", key.getEncoded());
    }

    static String block(String label, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, lines, label);
    }

    /// All blocks of a text, in their order. Text between them is ignored.
    static List<Block> blocks(String text) throws GeneralSecurityException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
            } catch (IllegalArgumentException e) {
                throw new GeneralSecurityException("invalid base64 in PEM block " + matcher.group(1), e);
            }
        }
        return blocks;
    }

    /// All certificates of a text; other blocks, such as a private key, are ignored.
    public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks(text)) {
            if (block.label().equals(CERTIFICATE)) {
                certificates.add(
                        (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content())));
            }
        }
        if (certificates.size() != text.split("-----BEGIN CERTIFICATE-----", -1).length - 1) {
            throw new GeneralSecurityException("a certificate is not valid PEM");
        }
        return certificates;
    }

    static X509Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        List<X509Certificate> certificates = certificates(text(file));
        if (certificates.isEmpty()) {
            throw new GeneralSecurityException(file + " does not contain a certificate");
        }
        return certificates.getFirst();
    }

    static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        return PemPrivateKey.read(text(file));
    }

    static PublicKey publicKey(Path file) throws IOException, GeneralSecurityException {
        for (Block block : blocks(text(file))) {
            if (block.label().equals("PUBLIC KEY")) {
                return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(block.content()));
            }
        }
        throw new GeneralSecurityException(file + " does not contain a public key");
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
