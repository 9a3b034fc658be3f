package dev.stowage.x509;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
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

/// The authority of one server and all that it signed, kept in a folder. What is there is used again; a certificate
/// that is about to end, or that says something else than is wanted now, is made anew.
///
/// The names of the files are those that kubeadm uses, so that other programs' flags can point at them.
public final class PkiDirectory {
    /// What clients inside and beside a cluster call the server.
    public static final List<String> NAMES = List.of(
            "localhost",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            "127.0.0.1",
            "::1",
            "10.96.0.1");

    private static final Duration AUTHORITY_LASTS = Duration.ofDays(3650);
    private static final Duration OTHERS_LAST = Duration.ofDays(365);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);
    /// Clocks differ: what is signed now must be good for somebody who is a little behind.
    private static final Duration BACKDATED = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(PkiDirectory.class);

    private final Path folder;
    private final Clock clock;
    private final KeyAndCertificate authority;

    private PkiDirectory(Path folder, Clock clock) throws IOException, GeneralSecurityException {
        this.folder = folder;
        this.clock = clock;
        this.authority = keptAuthority();
    }

    /// @param folder made when it is not there
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
                "the keys and certificates in " + folder + " cannot be used (" + e.getMessage()
                        + "); remove that folder to have new ones made",
                e);
    }

    public X509Certificate authority() {
        return authority.certificate();
    }

    public Path folder() {
        return folder;
    }

    /// The identity that is kept under a name, made when there is none that is good.
    public KeyAndCertificate identity(String file, CertificateProfile certificateProfile) throws IOException {
        try {
            Path certificate = folder.resolve(file + ".crt");
            Path key = folder.resolve(file + ".key");
            if (Files.exists(certificate) && Files.exists(key)) {
                KeyAndCertificate kept =
                        new KeyAndCertificate(PemEncoding.certificate(certificate), PemEncoding.privateKey(key));
                if (isGood(kept.certificate(), certificateProfile)) {
                    return kept;
                }
                log.info("Making a new certificate for {} in {}.", certificateProfile.name(), certificate);
            }
            KeyAndCertificate made = sign(certificateProfile);
            // The key first: a certificate without its key would be taken for a whole identity at the next start.
            Files.deleteIfExists(certificate);
            PrivateFile.write(key, PemEncoding.of(made.key()));
            PrivateFile.write(certificate, PemEncoding.of(made.certificate()));
            return made;
        } catch (GeneralSecurityException e) {
            throw damaged(folder, e);
        }
    }

    /// The pair of keys that is kept under a name.
    public KeyPair keys(String file) throws IOException {
        try {
            Path secret = folder.resolve(file + ".key");
            Path known = folder.resolve(file + ".pub");
            if (Files.exists(secret) && Files.exists(known)) {
                return new KeyPair(PemEncoding.publicKey(known), PemEncoding.privateKey(secret));
            }
            KeyPair made = keyPair();
            Files.deleteIfExists(known);
            PrivateFile.write(secret, PemEncoding.of(made.getPrivate()));
            PrivateFile.write(known, PemEncoding.of(made.getPublic()));
            return made;
        } catch (GeneralSecurityException e) {
            throw damaged(folder, e);
        }
    }

    private KeyAndCertificate keptAuthority() throws IOException, GeneralSecurityException {
        Path certificate = folder.resolve("ca.crt");
        Path key = folder.resolve("ca.key");
        if (Files.exists(certificate) && Files.exists(key)) {
            KeyAndCertificate kept =
                    new KeyAndCertificate(PemEncoding.certificate(certificate), PemEncoding.privateKey(key));
            if (lasts(kept.certificate())) {
                return kept;
            }
            log.warn("The authority in {} is about to end; clients need the new one.", certificate);
        }
        KeyPair keys = keyPair();
        CertificateProfile certificateProfile = CertificateProfile.authority("kubernetes");
        Instant now = clock.instant();
        X509Certificate made = CertificateSigner.sign(
                certificateProfile,
                keys.getPublic(),
                CertificateSigner.name(certificateProfile),
                CertificateSigner.fingerprint(keys.getPublic()),
                keys.getPrivate(),
                now.minus(BACKDATED),
                now.plus(AUTHORITY_LASTS));
        Files.deleteIfExists(certificate);
        PrivateFile.write(key, PemEncoding.of(keys.getPrivate()));
        PrivateFile.write(certificate, PemEncoding.of(made));
        return new KeyAndCertificate(made, keys.getPrivate());
    }

    /// An identity that is kept nowhere.
    public KeyAndCertificate sign(CertificateProfile certificateProfile) throws GeneralSecurityException {
        KeyPair keys = keyPair();
        Instant now = clock.instant();
        X509Certificate signed = CertificateSigner.sign(
                certificateProfile,
                keys.getPublic(),
                authority.certificate().getSubjectX500Principal().getEncoded(),
                CertificateSigner.identifier(authority.certificate()),
                authority.key(),
                now.minus(BACKDATED),
                now.plus(OTHERS_LAST));
        return new KeyAndCertificate(signed, keys.getPrivate());
    }

    private static KeyPair keyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private boolean isGood(X509Certificate certificate, CertificateProfile certificateProfile)
            throws GeneralSecurityException {
        return lasts(certificate)
                && new CertificateVerifier(authority.certificate(), clock).signed(certificate)
                && addresses(certificate).equals(wanted(certificateProfile));
    }

    private boolean lasts(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant().isAfter(clock.instant().plus(RENEWED_BEFORE));
    }

    private static Set<String> addresses(X509Certificate certificate) throws GeneralSecurityException {
        Collection<List<?>> found = certificate.getSubjectAlternativeNames();
        return Stream.ofNullable(found)
                .flatMap(Collection::stream)
                .map(name -> canonical(String.valueOf(name.get(1))))
                .collect(Collectors.toSet());
    }

    private static Set<String> wanted(CertificateProfile certificateProfile) {
        return certificateProfile.addresses().stream()
                .map(PkiDirectory::canonical)
                .collect(Collectors.toSet());
    }

    private static String canonical(String address) {
        try {
            return InetAddress.ofLiteral(address).getHostAddress();
        } catch (IllegalArgumentException _) {
            return address; // a host name
        }
    }

    /// The names under which the server can be reached, with more of the operator's.
    public static List<String> names(List<String> more) {
        List<String> names = new ArrayList<>(NAMES);
        more.stream().filter(name -> !names.contains(name)).forEach(names::add);
        return names;
    }
}
