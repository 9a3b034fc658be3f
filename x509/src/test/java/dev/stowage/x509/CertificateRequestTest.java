package dev.stowage.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CertificateRequestTest {
    private static final CertificateProfile PROFILE = CertificateProfile.peer("stowage:mover:node-1", "stowage:movers");

    /// Written by OpenSSL.
    private static final String OF_ANOTHER_PROGRAM = """
            -----BEGIN CERTIFICATE REQUEST-----
            MIHzMIGaAgEAMDgxFzAVBgNVBAoMDnN0b3dhZ2U6bW92ZXJzMR0wGwYDVQQDDBRz
            dG93YWdlOm1vdmVyOm5vZGUtMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABN2J
            sTolM8gWX7kCylJ8fVjDFf0W3ypVu2wC8feckqNcB9ZEM8lhmfztl0jDc8vHcbya
            EXuoTqngdSuANDEjb5GgADAKBggqhkjOPQQDAgNIADBFAiEA9shOomcnTnAUBz1F
            t8wxa7Fm0keV1/cljUOqCoXKgL0CIHroscWFZTxi9lxZ6as8wRAtd081mPFyCnHZ
            QbDphjyv
            -----END CERTIFICATE REQUEST-----
            """;

    private static final String WITH_A_HOST_NAME = """
            -----BEGIN CERTIFICATE REQUEST-----
            MIIBJjCBzgIBADBEMRcwFQYDVQQKDA5zdG93YWdlOm1vdmVyczEdMBsGA1UEAwwU
            c3Rvd2FnZTptb3Zlcjpub2RlLTExCjAIBgNVBAsMAXgwWTATBgcqhkjOPQIBBggq
            hkjOPQMBBwNCAATdibE6JTPIFl+5AspSfH1YwxX9Ft8qVbtsAvH3nJKjXAfWRDPJ
            YZn87ZdIw3PLx3G8mhF7qE6p4HUrgDQxI2+RoCgwJgYJKoZIhvcNAQkOMRkwFzAV
            BgNVHREEDjAMggprdWJlcm5ldGVzMAoGCCqGSM49BAMCA0cAMEQCIGEw/2KyIDVy
            VkKQ/e+1lk3ZCuB6gEXMf2/SSU2P4jtZAiBWddE4uatINhzrzp2rupsfrsk+OqFT
            UKLG9+sWqZ4omA==
            -----END CERTIFICATE REQUEST-----
            """;

    private static final String RSA = """
            -----BEGIN CERTIFICATE REQUEST-----
            MIICZDCCAUwCAQAwHzEdMBsGA1UEAwwUc3Rvd2FnZTptb3Zlcjpub2RlLTEwggEi
            MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDCmift87VLolJZYjTtu4WtPh6k
            ul1xB0AN9UKIc7sO7E6On5DFlpdoBRwaJM3POOEe5JuQIqXEC13OcsYvXa/Zhotl
            rdwXyQ6a8yZIrGavIA66m9kxKOPj0LyNIV6kr/3RmDfoyykpDjzYejXrWa2AKIOz
            fE0/XBVceZpqy1/GRaPm2xG5b5VoXyZcL51DMbmeM92nEpi3TxE1pXTvrkxGmKkS
            m4cBwMIHNCElImqS1C+1TTwMZheckEvYUfOrK9MhToPL/zeWCjCF3urrWfLXLFxS
            GpTMqg4EUr74+wARKx2qbOv7lxU1srna6zw0pyzox0gUb7XichGXfmykWaR9AgMB
            AAGgADANBgkqhkiG9w0BAQsFAAOCAQEATS5FJ5VDz+5ngYfsdFuS/v2uvkVomMtR
            fWvibQFuE8gMmdYJ/oQNy0pVa3UKz1NdjxrAJVReskkqqqenbgRrFDej/sfZoCTG
            nIfBXV3j4pnO8joVMfD28wJWGxcVEWAWQZqHEWxBExMzK6FJmtDA27F0oD41Chw5
            QWyauunEhGN9zIVtMsVXmhJvP4XE9oHzCw48Y3d1/mjMw0IDyXPeHgS4lcz56ArF
            cQ1AbCk62wp2OsbUJijmew/5Erk7jYpgrXL0mnRNEhk5QWMiJvWtVZCGjkAMFYm0
            Tz/f3G4SfHVqBW9zFWyQAwtbB5pE1HWzibKTBPNwFEMljj5k+NbMOA==
            -----END CERTIFICATE REQUEST-----
            """;

    @Test
    void aRequestIsReadBack() throws Exception {
        KeyPair keys = EcKeys.generate();
        CertificateRequest request = CertificateRequest.parse(CertificateRequest.of(PROFILE, keys));
        assertThat(request.key()).isEqualTo(keys.getPublic());
        assertThat(request.subject())
                .isEqualTo(new SubjectName(List.of("stowage:mover:node-1"), List.of("stowage:movers"), false));
        assertThat(request.hasAttributes()).isFalse();
    }

    @Test
    void aRequestOfAnotherProgramIsRead() throws Exception {
        CertificateRequest request = CertificateRequest.parse(OF_ANOTHER_PROGRAM);
        assertThat(request.subject().commonNames()).containsExactly("stowage:mover:node-1");
        assertThat(request.subject().organizations()).containsExactly("stowage:movers");
        assertThat(request.hasAttributes()).isFalse();
    }

    @Test
    void moreThanANameIsSeen() throws Exception {
        CertificateRequest request = CertificateRequest.parse(WITH_A_HOST_NAME);
        assertThat(request.hasAttributes()).isTrue();
        assertThat(request.subject().hasOthers()).isTrue();
    }

    @Test
    void otherKeysAreRefused() {
        assertThatThrownBy(() -> CertificateRequest.parse(RSA))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("P-256");
    }

    @Test
    void aRequestForTheKeyOfAnotherIsRefused() throws Exception {
        byte[] der = PemEncoding.blocks(OF_ANOTHER_PROGRAM).getFirst().content();
        byte[] body = new DerReader(der).inside(DerReader.SEQUENCE).whole(DerReader.SEQUENCE);
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(EcKeys.generate().getPrivate());
        signature.update(body);
        byte[] forged =
                DerEncoder.sequence(body, CertificateSigner.ECDSA_WITH_SHA256, DerEncoder.bits(0, signature.sign()));
        assertThatThrownBy(() -> CertificateRequest.parse(PemEncoding.block("CERTIFICATE REQUEST", forged)))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("its own key");
    }

    /// Every byte of it is changed, and every length cut: nothing but a refusal comes of it.
    @Test
    void damagedRequestsAreRefused() throws Exception {
        byte[] der = PemEncoding.blocks(OF_ANOTHER_PROGRAM).getFirst().content();
        for (int i = 0; i < der.length; i++) {
            byte[] changed = der.clone();
            changed[i] ^= 0x15;
            byte[] cut = Arrays.copyOf(der, i);
            for (byte[] damaged : List.of(changed, cut)) {
                assertThatThrownBy(() -> CertificateRequest.parse(PemEncoding.block("CERTIFICATE REQUEST", damaged)))
                        .isInstanceOf(GeneralSecurityException.class);
            }
        }
    }

    @Test
    void anAuthorityIssuesCertificatesForBothEnds() throws Exception {
        Instant now = Instant.now();
        CertificateAuthority authority = CertificateAuthority.create("ca", now, Duration.ofDays(1));
        KeyPair keys = EcKeys.generate();
        X509Certificate issued = authority.issue(PROFILE, keys.getPublic(), now, Duration.ofDays(2));
        issued.verify(authority.certificate().getPublicKey());
        assertThat(issued.getExtendedKeyUsage()).containsExactlyInAnyOrder("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
        assertThat(SubjectName.of(issued).commonNames()).containsExactly("stowage:mover:node-1");
        assertThat(issued.getNotAfter())
                .as("no longer than its authority")
                .isEqualTo(authority.certificate().getNotAfter());
    }
}
