package dev.stowage.apiserver.auth;

import dev.stowage.apiserver.auth.pki.Identity;
import dev.stowage.apiserver.auth.pki.Pem;
import dev.stowage.apiserver.auth.pki.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Base64;

/// The file by which a client finds a server and shows who it is. All credentials are inside, so nobody else reads it.
public final class Kubeconfig {
    private Kubeconfig() {}

    /// @param server such as `https://127.0.0.1:6443`
    public static void write(Path file, String server, X509Certificate authority, Identity identity)
            throws IOException {
        PrivateFile.write(file, text(server, authority, identity));
    }

    private static String text(String server, X509Certificate authority, Identity identity) {
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
                        encoded(Pem.of(authority)),
                        encoded(Pem.of(identity.certificate())),
                        encoded(Pem.of(identity.key())));
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    }
}
