package dev.stowage.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PemEncodingTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private static CertificateKeyPair create(String name) throws GeneralSecurityException {
        return SelfSignedCertificate.create(name, List.of("localhost", "192.0.2.7"), NOW);
    }

    @Test
    void certificatesAndTheKeyOfOneTextAreReadBack() throws Exception {
        CertificateKeyPair one = create("one");
        CertificateKeyPair two = create("two");
        String text = "bag attributes\n" + PemEncoding.of(one.certificate()) + PemEncoding.of(two.key())
                + PemEncoding.of(two.certificate());

        assertThat(PemEncoding.certificates(text)).containsExactly(one.certificate(), two.certificate());
        assertThat(PemPrivateKey.read(text)).isEqualTo(two.key());
    }

    @Test
    void aTextWithoutBlocksHasNoCertificatesAndNoKey() throws Exception {
        assertThat(PemEncoding.certificates("nothing here")).isEmpty();
        assertThatThrownBy(() -> PemPrivateKey.read("nothing here")).hasMessage("no private key in PEM format found");
    }

    @Test
    void aCertificateThatIsCutOffIsAnError() throws Exception {
        String text = PemEncoding.of(create("one").certificate());

        assertThatThrownBy(() -> PemEncoding.certificates(text.substring(0, text.length() / 2)))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage("a certificate is not valid PEM");
    }

    @Test
    void aSelfSignedCertificateIsForAServerAndSignsItself() throws Exception {
        CertificateKeyPair keyPair = create("node-1");
        X509Certificate certificate = keyPair.certificate();

        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=node-1");
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
        assertThat(certificate.getKeyUsage()).startsWith(true, false, false, false, false, true);
        assertThat(certificate.getSubjectAlternativeNames()).hasToString("[[2, localhost], [7, 192.0.2.7]]");
    }

    @Test
    void aKeyPairDoesNotShowItsKey() throws Exception {
        assertThat(create("node-1")).hasToString("CertificateKeyPair[CN=node-1]");
    }
}
