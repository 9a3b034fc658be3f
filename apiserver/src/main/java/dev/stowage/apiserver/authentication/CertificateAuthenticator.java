package dev.stowage.apiserver.authentication;

import dev.stowage.x509.CertificateVerifier;
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

/// Authenticates by client certificate: the common name is the user, the organizations are the groups.
///
/// The signature of a certificate is checked once, its dates each time.
public final class CertificateAuthenticator {
    private static final int MOST_REMEMBERED = 4096;

    private final CertificateVerifier trust;
    private final Clock clock;
    private final Map<X509Certificate, UserInfo> known = new ConcurrentHashMap<>();

    public CertificateAuthenticator(X509Certificate authority, Clock clock) {
        this.trust = new CertificateVerifier(authority, clock);
        this.clock = clock;
    }

    /// @throws GeneralSecurityException with the reason why the certificate is invalid
    public UserInfo of(X509Certificate certificate) throws GeneralSecurityException {
        UserInfo userInfo = known.get(certificate);
        if (userInfo != null) {
            certificate.checkValidity(Date.from(clock.instant()));
            return userInfo;
        }
        trust.requireClient(certificate);
        UserInfo read = read(certificate);
        if (known.size() >= MOST_REMEMBERED) {
            known.clear();
        }
        known.put(certificate, read);
        return read;
    }

    private static UserInfo read(X509Certificate certificate) throws GeneralSecurityException {
        String name = "";
        List<String> groups = new ArrayList<>();
        try {
            String subject = certificate.getSubjectX500Principal().getName();
            // The text begins with the last part; groups must be in the order of the certificate.
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
        groups.add(UserInfo.AUTHENTICATED);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        String id = "X509SHA256=" + HexFormat.of().formatHex(digest);
        return new UserInfo(name, "", groups, Map.of(UserInfo.CREDENTIAL_ID, List.of(id)));
    }
}
