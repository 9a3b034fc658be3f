package dev.stowage.node.server.auth;

import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// The certificate authorities whose client certificates the node server accepts.
public final class ClientCa {
    private final List<X509Certificate> authorities;
    private final Optional<X509TrustManager> trustManager;

    /// @param pem empty to accept no client certificates
    public ClientCa(String pem) throws IOException {
        try {
            this.authorities = pem.isBlank() ? List.of() : PemEncoding.certificates(pem);
            this.trustManager = authorities.isEmpty() ? Optional.empty() : Optional.of(trustManager(authorities));
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the client CA: " + e.getMessage(), e);
        }
    }

    private static X509TrustManager trustManager(List<X509Certificate> authorities) throws GeneralSecurityException {
        for (TrustManager manager : TlsContexts.trustManagers(authorities)) {
            if (manager instanceof X509TrustManager found) {
                return found;
            }
        }
        throw new GeneralSecurityException("the Java runtime has no X.509 trust manager");
    }

    public List<X509Certificate> authorities() {
        return authorities;
    }

    /// Empty when the certificate was not issued by these authorities for clients, or has expired.
    Optional<UserInfo> authenticate(List<X509Certificate> chain) {
        if (trustManager.isEmpty() || chain.isEmpty()) {
            return Optional.empty();
        }
        try {
            trustManager.get().checkClientTrusted(chain.toArray(X509Certificate[]::new), "UNKNOWN");
            return Optional.of(named(chain.getFirst()));
        } catch (CertificateException | InvalidNameException e) {
            return Optional.empty();
        }
    }

    /// The common name is the user name, the organizations are its groups.
    private static UserInfo named(X509Certificate certificate) throws InvalidNameException {
        List<Rdn> parts = new LdapName(certificate.getSubjectX500Principal().getName()).getRdns();
        String user = parts.stream()
                .filter(part -> part.getType().equalsIgnoreCase("CN"))
                .map(part -> String.valueOf(part.getValue()))
                .findFirst()
                .orElse("");
        List<String> groups = parts.stream()
                .filter(part -> part.getType().equalsIgnoreCase("O"))
                .map(part -> String.valueOf(part.getValue()))
                .toList();
        return new UserInfo(user, "", groups);
    }
}
