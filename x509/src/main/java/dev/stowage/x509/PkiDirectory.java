package dev.stowage.x509;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate authority of one server and all certificates that it issued, in a directory. Existing files are
/// used again. A certificate that expires soon, or that was issued for other names, is replaced.
///
/// The file names are those of kubeadm, so that flags of other programs can point at them.
public final class PkiDirectory {
    /// The names by which clients inside and outside a cluster call the server.
    public static final List<String> NAMES = List.of(
            "localhost",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            "127.0.0.1",
            "::1",
            "10.96.0.1");

    private static final Duration AUTHORITY_VALIDITY = Duration.ofDays(3650);
    private static final Duration VALIDITY = Duration.ofDays(365);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);
    /// Clocks differ: a new certificate must already be valid for a client whose clock is behind.
    private static final Duration BACKDATED = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(PkiDirectory.class);

    private final Path folder;
    private final Clock clock;
    private final CertificateKeyPair authority;

    private PkiDirectory(Path folder, Clock clock) throws IOException, GeneralSecurityException {
        this.folder = folder;
        this.clock = clock;
        this.authority = loadAuthority();
    }

    /// @param folder created if it does not exist
    public static PkiDirectory open(Path folder, Clock clock) throws IOException {
        PrivateFile.folder(folder);
        try {
            return new PkiDirectory(folder, clock);
        } catch (GeneralSecurityException e) {
            throw damaged(folder, e);
        }
    }

    private static IOException damaged(Path folder, GeneralSecurityException e) {
        return new IOException(
                "cannot use the keys and certificates in " + folder + ": " + e.getMessage()
                        + " (remove the directory to create new ones)",
                e);
    }

    public X509Certificate authority() {
        return authority.certificate();
    }

    public Path folder() {
        return folder;
    }

    /// The certificate with this file name; issued if there is none, or none that can still be used.
    public CertificateKeyPair identity(String file, CertificateProfile profile) throws IOException {
        try {
            Path certificate = folder.resolve(file + ".crt");
            Path key = folder.resolve(file + ".key");
            if (Files.exists(certificate) && Files.exists(key)) {
                CertificateKeyPair existing = issued(PemEncoding.certificate(certificate), PemEncoding.privateKey(key));
                if (isUsable(existing.certificate(), profile)) {
                    return existing;
                }
                log.info("Issuing a new certificate for {} in {}.", profile.name(), certificate);
            }
            CertificateKeyPair created = sign(profile);
            // The key first: a new certificate with an old key would look complete at the next start.
            Files.deleteIfExists(certificate);
            PrivateFile.write(key, PemEncoding.of(created.key()));
            PrivateFile.write(certificate, PemEncoding.of(created.certificate()));
            return created;
        } catch (GeneralSecurityException e) {
            throw damaged(folder, e);
        }
    }

    /// The key pair with this file name; created if there is none.
    public KeyPair keys(String file) throws IOException {
        try {
            Path privateKey = folder.resolve(file + ".key");
            Path publicKey = folder.resolve(file + ".pub");
            if (Files.exists(privateKey) && Files.exists(publicKey)) {
                return new KeyPair(PemEncoding.publicKey(publicKey), PemEncoding.privateKey(privateKey));
            }
            KeyPair created = EcKeys.generate();
            Files.deleteIfExists(publicKey);
            PrivateFile.write(privateKey, PemEncoding.of(created.getPrivate()));
            PrivateFile.write(publicKey, PemEncoding.of(created.getPublic()));
            return created;
        } catch (GeneralSecurityException e) {
            throw damaged(folder, e);
        }
    }

    private CertificateKeyPair loadAuthority() throws IOException, GeneralSecurityException {
        Path certificate = folder.resolve("ca.crt");
        Path key = folder.resolve("ca.key");
        if (Files.exists(certificate) && Files.exists(key)) {
            X509Certificate existing = PemEncoding.certificate(certificate);
            if (isValidLongEnough(existing)) {
                return new CertificateKeyPair(List.of(existing), PemEncoding.privateKey(key));
            }
            log.warn(
                    "The certificate authority in {} expires soon; creating a new one. Clients must trust the new one.",
                    certificate);
        }
        KeyPair keys = EcKeys.generate();
        CertificateProfile profile = CertificateProfile.authority("kubernetes");
        Instant now = clock.instant();
        X509Certificate created = CertificateSigner.sign(
                profile,
                keys.getPublic(),
                CertificateSigner.name(profile),
                CertificateSigner.fingerprint(keys.getPublic()),
                keys.getPrivate(),
                now.minus(BACKDATED),
                now.plus(AUTHORITY_VALIDITY));
        Files.deleteIfExists(certificate);
        PrivateFile.write(key, PemEncoding.of(keys.getPrivate()));
        PrivateFile.write(certificate, PemEncoding.of(created));
        return new CertificateKeyPair(List.of(created), keys.getPrivate());
    }

    /// Issues a certificate without writing it to a file.
    public CertificateKeyPair sign(CertificateProfile profile) throws GeneralSecurityException {
        KeyPair keys = EcKeys.generate();
        Instant now = clock.instant();
        X509Certificate signed = CertificateSigner.sign(
                profile,
                keys.getPublic(),
                authority.certificate().getSubjectX500Principal().getEncoded(),
                CertificateSigner.identifier(authority.certificate()),
                authority.key(),
                now.minus(BACKDATED),
                now.plus(VALIDITY));
        return issued(signed, keys.getPrivate());
    }

    private CertificateKeyPair issued(X509Certificate certificate, PrivateKey key) {
        return new CertificateKeyPair(List.of(certificate, authority.certificate()), key);
    }

    private boolean isUsable(X509Certificate certificate, CertificateProfile profile) throws GeneralSecurityException {
        return isValidLongEnough(certificate)
                && new CertificateVerifier(authority.certificate(), clock).isIssuedByAuthority(certificate)
                && addresses(certificate).equals(addresses(profile));
    }

    private boolean isValidLongEnough(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant().isAfter(clock.instant().plus(RENEWED_BEFORE));
    }

    private static Set<String> addresses(X509Certificate certificate) throws GeneralSecurityException {
        Collection<List<?>> found = certificate.getSubjectAlternativeNames();
        return Stream.ofNullable(found)
                .flatMap(Collection::stream)
                .map(name -> canonical(String.valueOf(name.get(1))))
                .collect(Collectors.toSet());
    }

    private static Set<String> addresses(CertificateProfile profile) {
        return profile.addresses().stream().map(PkiDirectory::canonical).collect(Collectors.toSet());
    }

    private static String canonical(String address) {
        try {
            return InetAddress.ofLiteral(address).getHostAddress();
        } catch (IllegalArgumentException _) {
            return address; // a host name
        }
    }

    /// [#NAMES] and the names that an operator adds.
    public static List<String> names(List<String> more) {
        List<String> names = new ArrayList<>(NAMES);
        more.stream().filter(name -> !names.contains(name)).forEach(names::add);
        return names;
    }
}
