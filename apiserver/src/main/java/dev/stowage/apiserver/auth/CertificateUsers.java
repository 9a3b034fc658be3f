package dev.stowage.apiserver.auth;

import dev.stowage.apiserver.auth.pki.CertificateTrust;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/// Whom a client's certificate names: the common name is the user, the organizations are the groups.
///
/// A signature is checked once for a certificate, its dates each time.
final class CertificateUsers {
    private static final int MOST_REMEMBERED = 4096;

    private final CertificateTrust trust;
    private final Clock clock;
    private final Map<X509Certificate, User> known = new ConcurrentHashMap<>();

    CertificateUsers(X509Certificate authority, Clock clock) {
        this.trust = new CertificateTrust(authority, clock);
        this.clock = clock;
    }

    /// @throws GeneralSecurityException that says what is wrong with the certificate
    User of(X509Certificate certificate) throws GeneralSecurityException {
        User user = known.get(certificate);
        if (user != null) {
            certificate.checkValidity(Date.from(clock.instant()));
            return user;
        }
        trust.requireClient(certificate);
        User read = read(certificate);
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(certificate, read);
        return read;
    }

    private static User read(X509Certificate certificate) throws GeneralSecurityException {
        String name = "";
        List<String> groups = new ArrayList<>();
        try {
            String subject = certificate.getSubjectX500Principal().getName();
            // The text begins with the last part; groups are wanted in the order of the certificate.
            for (Rdn part : new LdapName(subject).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    name = String.valueOf(part.getValue());
                } else if (part.getType().equalsIgnoreCase("O")) {
                    groups.add(String.valueOf(part.getValue()));
                }
            }
        } catch (InvalidNameException e) {
            throw new GeneralSecurityException("the certificate's subject cannot be read", e);
        }
        if (name.isEmpty()) {
            throw new GeneralSecurityException("the certificate names no user");
        }
        groups.add(User.AUTHENTICATED);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        String id = "X509SHA256=" + HexFormat.of().formatHex(digest);
        return new User(name, "", groups, Map.of(User.CREDENTIAL_ID, List.of(id)));
    }
}
