package dev.stowage.node.server.auth;

import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.PemPrivateKey;
import dev.stowage.x509.PrivateFile;
import dev.stowage.x509.SelfSignedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate of the node server: from the files that an operator names, or self-signed and kept for the next
/// start.
public final class ServingCertificate {
    private static final Logger log = LoggerFactory.getLogger(ServingCertificate.class);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);

    private ServingCertificate() {}

    public static CertificateKeyPair fromFiles(Path certificate, Path key) throws IOException {
        try {
            List<X509Certificate> chain = PemEncoding.certificates(Files.readString(certificate));
            if (chain.isEmpty()) {
                throw new IOException("cannot use --tls-cert-file: " + certificate + " does not contain a certificate");
            }
            return new CertificateKeyPair(chain, PemPrivateKey.read(Files.readString(key)));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "cannot use certificate " + certificate + " with key " + key + ": " + e.getMessage(), e);
        }
    }

    /// @param folder where certificate and key are kept in one file, so that they are never out of step
    public static CertificateKeyPair selfSigned(Path folder, String node, List<String> addresses, Instant now)
            throws IOException {
        Path file = folder.resolve("server.pem");
        try {
            Optional<CertificateKeyPair> existing = read(file, now);
            if (existing.isPresent()) {
                return existing.get();
            }
            CertificateKeyPair created = SelfSignedCertificate.create(node, addresses, now);
            write(file, created);
            log.info("Created a self-signed certificate for the node server in {}.", file);
            return created;
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot create a self-signed certificate for the node server: " + e.getMessage(), e);
        }
    }

    private static Optional<CertificateKeyPair> read(Path file, Instant now) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file);
            List<X509Certificate> chain = PemEncoding.certificates(text);
            boolean usable = chain.getFirst().getNotAfter().toInstant().isAfter(now.plus(RENEWED_BEFORE));
            return usable ? Optional.of(new CertificateKeyPair(chain, PemPrivateKey.read(text))) : Optional.empty();
        } catch (GeneralSecurityException | RuntimeException e) {
            log.warn("Cannot read the certificate in {}; creating a new one: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    private static void write(Path file, CertificateKeyPair created) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        PrivateFile.write(file, PemEncoding.of(created.certificate()) + PemEncoding.of(created.key()));
    }
}
