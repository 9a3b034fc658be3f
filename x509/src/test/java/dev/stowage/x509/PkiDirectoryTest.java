package dev.stowage.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PkiDirectoryTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    @TempDir
    private Path folder;

    private PkiDirectory pki(String name, Instant at) throws IOException {
        return PkiDirectory.open(folder.resolve(name), Clock.fixed(at, ZoneOffset.UTC));
    }

    private static void validate(X509Certificate certificate, X509Certificate authority, Instant at)
            throws GeneralSecurityException {
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(at));
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), parameters);
    }

    @Test
    void issuedCertificatesFormAValidPath() throws Exception {
        PkiDirectory pkiDirectory = pki("a", NOW);
        X509Certificate client = pkiDirectory
                .identity("admin", CertificateProfile.client("jo", "devs", "ops"))
                .certificate();

        validate(client, pkiDirectory.authority(), NOW);
        assertThat(client.getSubjectX500Principal().getName()).isEqualTo("CN=jo,O=ops,O=devs");
        assertThat(client.getVersion()).isEqualTo(3);
        assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(client.getBasicConstraints()).isEqualTo(-1);
        assertThat(pkiDirectory.authority().getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void datesAfter2049AreEncoded() throws Exception {
        Instant late = Instant.parse("2045-06-01T12:00:00Z");
        assertThat(pki("a", late).authority().getNotAfter()).isAfter(Date.from(Instant.parse("2055-01-01T00:00:00Z")));
    }

    @Test
    void anotherStartUsesTheExistingFiles() throws Exception {
        CertificateProfile server =
                CertificateProfile.server("kube-apiserver", PkiDirectory.names(List.of("example.test", "192.0.2.7")));
        PkiDirectory first = pki("a", NOW);
        CertificateKeyPair issued = first.identity("apiserver", server);
        byte[] key = first.keys("sa").getPublic().getEncoded();

        PkiDirectory second = pki("a", NOW.plus(Duration.ofDays(100)));

        assertThat(second.authority()).isEqualTo(first.authority());
        assertThat(second.identity("apiserver", server)).isEqualTo(issued);
        assertThat(second.keys("sa").getPublic().getEncoded()).isEqualTo(key);
    }

    @Test
    void aCertificateThatExpiresSoonIsReplaced() throws Exception {
        CertificateProfile server = CertificateProfile.server("kube-apiserver", PkiDirectory.NAMES);
        CertificateKeyPair old = pki("a", NOW).identity("apiserver", server);
        Instant later = NOW.plus(Duration.ofDays(320));

        PkiDirectory pkiDirectory = pki("a", later);
        CertificateKeyPair renewed = pkiDirectory.identity("apiserver", server);

        assertThat(renewed).isNotEqualTo(old);
        validate(renewed.certificate(), pkiDirectory.authority(), later.plus(Duration.ofDays(300)));
    }

    @Test
    void aCertificateForOtherNamesIsReplaced() throws Exception {
        PkiDirectory pkiDirectory = pki("a", NOW);
        CertificateKeyPair old =
                pkiDirectory.identity("apiserver", CertificateProfile.server("kube-apiserver", PkiDirectory.NAMES));
        assertThat(pkiDirectory.identity(
                        "apiserver",
                        CertificateProfile.server("kube-apiserver", PkiDirectory.names(List.of("more.test")))))
                .isNotEqualTo(old);
    }

    @Test
    void othersCannotReadTheFiles() throws Exception {
        PkiDirectory pkiDirectory = pki("a", NOW);
        pkiDirectory.identity("admin", CertificateProfile.client("admin"));
        pkiDirectory.keys("sa");
        assertThat(mode(pkiDirectory.folder())).isEqualTo("rwx------");
        try (var files = Files.list(pkiDirectory.folder())) {
            assertThat(files)
                    .hasSize(6)
                    .allSatisfy(file -> assertThat(mode(file)).isEqualTo("rw-------"));
        }
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aDamagedFileIsReported() throws Exception {
        Files.writeString(
                pki("a", NOW).folder().resolve("ca.crt"),
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertThatThrownBy(() -> pki("a", NOW))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("remove the directory to create new ones");
    }

    @Test
    void aForeignAuthorityOfTheSameNameIsNotTrusted() throws Exception {
        PkiDirectory own = pki("a", NOW);
        CertificateKeyPair foreign =
                pki("b", NOW).identity("admin", CertificateProfile.client("admin", "system:masters"));
        CertificateVerifier trust = new CertificateVerifier(own.authority(), Clock.fixed(NOW, ZoneOffset.UTC));
        assertThatThrownBy(() -> trust.requireClient(foreign.certificate())).hasMessageContaining("unknown authority");
    }

    @Test
    void theServersCertificateIsNotAClientCertificate() throws Exception {
        PkiDirectory pkiDirectory = pki("a", NOW);
        CertificateKeyPair server =
                pkiDirectory.identity("apiserver", CertificateProfile.server("kube-apiserver", PkiDirectory.NAMES));
        CertificateVerifier trust = new CertificateVerifier(pkiDirectory.authority(), Clock.fixed(NOW, ZoneOffset.UTC));
        assertThatThrownBy(() -> trust.requireClient(server.certificate())).hasMessageContaining("key usage");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void theServerSeesClientsWithAndWithoutACertificate(String protocol) throws Exception {
        PkiDirectory pkiDirectory = pki("a", Instant.now());
        SSLContext serving = TlsContexts.server(
                pkiDirectory.identity("apiserver", CertificateProfile.server("kube-apiserver", PkiDirectory.NAMES)),
                List.of(pkiDirectory.authority()));
        CertificateKeyPair client = pkiDirectory.identity("admin", CertificateProfile.client("admin"));
        CertificateKeyPair foreign = pki("b", Instant.now()).sign(CertificateProfile.client("stranger"));

        assertThat(seen(serving, client(pkiDirectory.authority(), client), "localhost", protocol))
                .isEqualTo("CN=admin");
        assertThat(seen(serving, client(pkiDirectory.authority(), client), "127.0.0.1", protocol))
                .isEqualTo("CN=admin");
        assertThat(seen(serving, client(pkiDirectory.authority()), "localhost", protocol))
                .isEqualTo("anonymous");
        assertThat(seen(serving, client(pkiDirectory.authority(), foreign), "localhost", protocol))
                .isEqualTo("CN=stranger");
        assertThatThrownBy(() -> seen(serving, client(foreign.certificate()), "localhost", protocol))
                .isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> seen(serving, client(pkiDirectory.authority()), "elsewhere.test", protocol))
                .isInstanceOf(SSLException.class);
    }

    /// A client that verifies the server certificate.
    private static SSLContext client(X509Certificate authority, CertificateKeyPair... own) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", authority);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        for (CertificateKeyPair keyPair : own) {
            keys.setKeyEntry("own", keyPair.key(), new char[0], keyPair.chain().toArray(X509Certificate[]::new));
        }
        KeyManagerFactory keyFactory = KeyManagerFactory.getInstance("SunX509"); // sends its certificate to any server
        keyFactory.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyFactory.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /// The client certificate that the server receives when a client connects under this host name.
    private static String seen(SSLContext serving, SSLContext calling, String name, String protocol) throws Exception {
        try (SSLServerSocket server = (SSLServerSocket)
                serving.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setWantClientAuth(true);
            CompletableFuture<String> peer = CompletableFuture.supplyAsync(() -> {
                try (SSLSocket socket = (SSLSocket) server.accept()) {
                    socket.getOutputStream().write(socket.getInputStream().read());
                    return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                            .getSubjectX500Principal()
                            .getName();
                } catch (SSLPeerUnverifiedException _) {
                    return "anonymous";
                } catch (IOException e) {
                    return e.toString();
                }
            });
            Socket plain = new Socket(server.getInetAddress(), server.getLocalPort());
            try (SSLSocket socket = (SSLSocket) calling.getSocketFactory().createSocket(plain, name, 0, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                parameters.setProtocols(new String[] {protocol});
                socket.setSSLParameters(parameters);
                socket.getOutputStream().write(1);
                assertThat(socket.getInputStream().read()).isEqualTo(1);
            }
            return peer.get();
        }
    }
}
