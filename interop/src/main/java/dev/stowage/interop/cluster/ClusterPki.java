package dev.stowage.interop.cluster;

import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/// The certificates of one cluster: its own CA that lives as long as the cluster's directory.
final class ClusterPki {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Path authority;
    private final Path authorityKey;
    private final Path serviceAccountKey;
    private final Path serviceAccountPublicKey;

    private ClusterPki(Path directory) {
        this.directory = directory;
        this.authority = directory.resolve("ca.crt");
        this.authorityKey = directory.resolve("ca.key");
        this.serviceAccountKey = directory.resolve("service-accounts.key");
        this.serviceAccountPublicKey = directory.resolve("service-accounts.pub");
    }

    /// A certificate and its private key.
    record KeyPairFiles(Path certificate, Path key) {}

    /// @param directory is created; only its owner can read it
    static ClusterPki create(Path directory) throws IOException, InterruptedException {
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ClusterPki clusterPki = new ClusterPki(directory);
        Files.writeString(clusterPki.configuration(), """
                [req]
                distinguished_name = name
                [name]
                [authority]
                basicConstraints = critical, CA:TRUE
                keyUsage = critical, keyCertSign, cRLSign
                subjectKeyIdentifier = hash
                [leaf]
                basicConstraints = critical, CA:FALSE
                keyUsage = critical, digitalSignature, keyEncipherment
                extendedKeyUsage = serverAuth, clientAuth
                subjectAltName = DNS:localhost, DNS:kubernetes, DNS:kubernetes.default, DNS:kubernetes.default.svc, IP:127.0.0.1, IP:10.96.0.1
                """);
        clusterPki.openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-config",
                clusterPki.configuration().toString(),
                "-extensions",
                "authority",
                "-subj",
                "/CN=stowage-interop",
                // A server that finds a CA close to its expiry creates a new one.
                "-days",
                "365",
                "-keyout",
                clusterPki.authorityKey.toString(),
                "-out",
                clusterPki.authority.toString());
        clusterPki.openssl(
                "genpkey",
                "-algorithm",
                "RSA",
                "-pkeyopt",
                "rsa_keygen_bits:2048",
                "-out",
                clusterPki.serviceAccountKey.toString());
        clusterPki.openssl(
                "pkey",
                "-in",
                clusterPki.serviceAccountKey.toString(),
                "-pubout",
                "-out",
                clusterPki.serviceAccountPublicKey.toString());
        return clusterPki;
    }

    /// A certificate that serves on loopback and also identifies its holder to the API server.
    ///
    /// @param user the certificate's common name
    /// @param group its organisation; empty for none
    KeyPairFiles issue(String name, String user, String group) throws IOException, InterruptedException {
        KeyPairFiles keyPairFiles =
                new KeyPairFiles(directory.resolve(name + ".crt"), directory.resolve(name + ".key"));
        openssl(
                "req",
                "-x509",
                "-CA",
                authority.toString(),
                "-CAkey",
                authorityKey.toString(),
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-config",
                configuration().toString(),
                "-extensions",
                "leaf",
                "-subj",
                (group.isEmpty() ? "" : "/O=" + group) + "/CN=" + user,
                "-days",
                "2",
                "-keyout",
                keyPairFiles.key().toString(),
                "-out",
                keyPairFiles.certificate().toString());
        return keyPairFiles;
    }

    Path authority() {
        return authority;
    }

    Path authorityKey() {
        return authorityKey;
    }

    Path serviceAccountKey() {
        return serviceAccountKey;
    }

    Path serviceAccountPublicKey() {
        return serviceAccountPublicKey;
    }

    private Path configuration() {
        return directory.resolve("openssl.cnf");
    }

    private void openssl(String... arguments) throws IOException, InterruptedException {
        String[] argv = new String[arguments.length + 1];
        argv[0] = "openssl";
        System.arraycopy(arguments, 0, argv, 1, arguments.length);
        ProcessRunner.run(PATIENCE, argv).orThrow();
    }
}
