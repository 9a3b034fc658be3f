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
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// Keys and certificates as text, the way that other programs read them.
public final class PemEncoding {
    private PemEncoding() {}

    public static String of(X509Certificate certificate) {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    public static String of(Key key) {
        return block(key instanceof PrivateKey ? "PRIVATE KEY" : "PUBLIC KEY", key.getEncoded());
    }

    private static String block(String label, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, lines, label);
    }

    static X509Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        byte[] content = content(file, "CERTIFICATE");
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(content));
    }

    static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(content(file, "PRIVATE KEY")));
    }

    static PublicKey publicKey(Path file) throws IOException, GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(content(file, "PUBLIC KEY")));
    }

    private static byte[] content(Path file, String label) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        String begin = "-----BEGIN " + label + "-----";
        int from = text.indexOf(begin);
        int until = text.indexOf("-----END " + label + "-----");
        if (from < 0 || until < from) {
            throw new IOException(file + " holds no " + label);
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), until));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }
}
