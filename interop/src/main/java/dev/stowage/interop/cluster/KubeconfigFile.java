package dev.stowage.interop.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A kubeconfig file: the address of the API server and the credentials.
final class KubeconfigFile {

    private KubeconfigFile() {}

    static Path write(Path file, String server, Path authority, ClusterPki.KeyPairFiles client) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, """
                apiVersion: v1
                kind: Config
                current-context: interop
                contexts:
                - name: interop
                  context: {cluster: interop, user: interop}
                clusters:
                - name: interop
                  cluster:
                    server: %s
                    certificate-authority: %s
                users:
                - name: interop
                  user:
                    client-certificate: %s
                    client-key: %s
                """.formatted(server, authority, client.certificate(), client.key()));
    }
}
