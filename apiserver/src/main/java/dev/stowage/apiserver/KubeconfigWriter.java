package dev.stowage.apiserver;

import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.PemPrivateKey;
import dev.stowage.x509.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Base64;

/// Writes a kubeconfig. It contains all credentials, so only its owner can read it.
public final class KubeconfigWriter {
    private KubeconfigWriter() {}

    /// @param server such as `https://127.0.0.1:6443`
    public static void write(Path file, String server, X509Certificate authority, CertificateKeyPair client)
            throws IOException {
        PrivateFile.write(file, text(server, authority, client));
    }

    private static String text(String server, X509Certificate authority, CertificateKeyPair client) {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: stowage
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: admin
                  user:
                    client-certificate-data: %s
                    client-key-data: %s
                contexts:
                - name: stowage
                  context:
                    cluster: stowage
                    user: admin
                current-context: stowage
                """.formatted(
                        server,
                        encoded(PemEncoding.of(authority)),
                        encoded(PemEncoding.of(client.certificate())),
                        encoded(PemPrivateKey.of(client)));
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    }
}
