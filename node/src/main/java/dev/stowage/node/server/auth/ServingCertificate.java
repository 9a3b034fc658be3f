package dev.stowage.node.server.auth;

import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.PemPrivateKey;
import dev.stowage.x509.PemText;
import dev.stowage.x509.SelfSignedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// By which certificate the server is known: the one that was given, or one of its own that is kept for the
/// next start.
public final class ServingCertificate {
    private static final Logger log = LoggerFactory.getLogger(ServingCertificate.class);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);

    private ServingCertificate() {}

    public static CertificateKeyPair fromFiles(Path certificate, Path key) throws IOException {
        try {
            List<X509Certificate> chain = PemText.certificates(Files.readString(certificate));
            if (chain.isEmpty()) {
                throw new IOException("The file " + certificate + " of --tls-cert-file holds no certificate.");
            }
            return new CertificateKeyPair(chain, PemPrivateKey.read(Files.readString(key)));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "The certificate " + certificate + " with the key " + key + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    /// @param folder where it is kept, both in one file: then they are there together or not at all
    public static CertificateKeyPair selfSigned(Path folder, String node, List<String> addresses, Instant now)
            throws IOException {
        Path file = folder.resolve("server.pem");
        try {
            Optional<CertificateKeyPair> kept = kept(file, now);
            if (kept.isPresent()) {
                return kept.get();
            }
            CertificateKeyPair made = SelfSignedCertificate.make(node, addresses, now);
            keep(file, made);
            log.info("The node's server signed a certificate for itself and keeps it in {}.", file);
            return made;
        } catch (GeneralSecurityException e) {
            throw new IOException("The node's server cannot make a certificate for itself: " + e.getMessage(), e);
        }
    }

    private static Optional<CertificateKeyPair> kept(Path file, Instant now) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file);
            List<X509Certificate> chain =
                    PemText.certificates(text.substring(0, text.indexOf("-----BEGIN PRIVATE KEY")));
            boolean lasts = chain.getFirst().getNotAfter().toInstant().isAfter(now.plus(RENEWED_BEFORE));
            return lasts ? Optional.of(new CertificateKeyPair(chain, PemPrivateKey.read(text))) : Optional.empty();
        } catch (GeneralSecurityException | RuntimeException e) {
            log.warn("The certificate in {} cannot be read, so there will be another: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    private static void keep(Path file, CertificateKeyPair made) throws IOException, CertificateEncodingException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException(file + " is not the name of a file");
        }
        Files.createDirectories(folder);
        Path next = Files.createTempFile(
                folder,
                ".server",
                ".pem",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(
                    next,
                    PemText.block("CERTIFICATE", made.chain().getFirst().getEncoded())
                            + PemText.block("PRIVATE KEY", made.key().getEncoded()));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
