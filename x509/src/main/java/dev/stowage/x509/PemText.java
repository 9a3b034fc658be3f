package dev.stowage.x509;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;

/// Certificates and keys as text.
public final class PemText {
    private PemText() {}

    public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes)).stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    public static String block(String label, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, lines, label);
    }
}
