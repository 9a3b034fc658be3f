package dev.stowage.x509;

import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// The authorities that are trusted now.
final class ReloadableAuthorities {
    private volatile @Nullable X509TrustManager current;

    void replace(List<X509Certificate> trusted) throws GeneralSecurityException {
        if (trusted.isEmpty()) {
            throw new GeneralSecurityException("there are no certificate authorities to trust");
        }
        for (TrustManager manager : TlsContexts.trustManagers(trusted)) {
            if (manager instanceof X509TrustManager known) {
                current = known;
            }
        }
    }

    X509TrustManager require() throws CertificateException {
        X509TrustManager known = current;
        if (known == null) {
            throw new CertificateException("the certificate authorities are not known yet");
        }
        return known;
    }

    X509Certificate[] issuers() {
        X509TrustManager known = current;
        return known == null ? new X509Certificate[0] : known.getAcceptedIssuers();
    }
}
