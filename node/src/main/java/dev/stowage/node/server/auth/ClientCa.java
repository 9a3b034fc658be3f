package dev.stowage.node.server.auth;

import dev.stowage.x509.PemText;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// Who signs the certificates of those who may ask.
public final class ClientCa {
    private final List<X509Certificate> authorities;
    private final Optional<X509TrustManager> judge;

    /// @param pem empty when nobody does
    public ClientCa(String pem) throws IOException {
        try {
            this.authorities = pem.isBlank() ? List.of() : PemText.certificates(pem);
            this.judge = authorities.isEmpty() ? Optional.empty() : Optional.of(judge(authorities));
        } catch (GeneralSecurityException e) {
            throw new IOException("The authority of clients cannot be read: " + e.getMessage(), e);
        }
    }

    private static X509TrustManager judge(List<X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager found) {
                return found;
            }
        }
        throw new GeneralSecurityException("this Java cannot judge certificates");
    }

    public List<X509Certificate> authorities() {
        return authorities;
    }

    /// Empty when the certificate is not one of these authorities' for clients, or has run out.
    Optional<UserInfo> authenticate(List<X509Certificate> chain) {
        if (judge.isEmpty() || chain.isEmpty()) {
            return Optional.empty();
        }
        try {
            judge.get().checkClientTrusted(chain.toArray(X509Certificate[]::new), "UNKNOWN");
            return Optional.of(named(chain.getFirst()));
        } catch (CertificateException | InvalidNameException e) {
            return Optional.empty();
        }
    }

    /// The common name is the user, organisations are groups.
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
