package dev.stowage.interop.cluster;

import dev.stowage.interop.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/// The certificates of one cluster: an authority of its own that lives as long as the cluster's directory.
final class Pki {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Path authority;
    private final Path authorityKey;
    private final Path serviceAccountKey;
    private final Path serviceAccountPublicKey;

    private Pki(Path directory) {
        this.directory = directory;
        this.authority = directory.resolve("ca.crt");
        this.authorityKey = directory.resolve("ca.key");
        this.serviceAccountKey = directory.resolve("service-accounts.key");
        this.serviceAccountPublicKey = directory.resolve("service-accounts.pub");
    }

    /// A certificate and its private key.
    record Pair(Path certificate, Path key) {}

    /// @param directory is made; only its owner can look into it
    static Pki create(Path directory) throws IOException, InterruptedException {
        Files.createDirectory(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Pki pki = new Pki(directory);
        Files.writeString(pki.configuration(), """
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
        pki.openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-config",
                pki.configuration().toString(),
                "-extensions",
                "authority",
                "-subj",
                "/CN=stowage-interop",
                // A server that finds an authority near its end makes another.
                "-days",
                "365",
                "-keyout",
                pki.authorityKey.toString(),
                "-out",
                pki.authority.toString());
        pki.openssl(
                "genpkey",
                "-algorithm",
                "RSA",
                "-pkeyopt",
                "rsa_keygen_bits:2048",
                "-out",
                pki.serviceAccountKey.toString());
        pki.openssl(
                "pkey",
                "-in",
                pki.serviceAccountKey.toString(),
                "-pubout",
                "-out",
                pki.serviceAccountPublicKey.toString());
        return pki;
    }

    /// A certificate that serves on loopback and also tells the API server who its holder is.
    ///
    /// @param user the certificate's common name
    /// @param group its organisation; empty for none
    Pair issue(String name, String user, String group) throws IOException, InterruptedException {
        Pair pair = new Pair(directory.resolve(name + ".crt"), directory.resolve(name + ".key"));
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
                pair.key().toString(),
                "-out",
                pair.certificate().toString());
        return pair;
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
        Program.run(PATIENCE, argv).orThrow();
    }
}
