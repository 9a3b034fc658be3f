package dev.stowage.sidecar.mover.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.CertificateSigningRequest;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import dev.stowage.x509.CertificateAuthority;
import dev.stowage.x509.EcKeys;
import dev.stowage.x509.ReloadableTls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MoverCertificateTest {
    private static final String NAMESPACE = "default";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Kind<PartialObjectMetadata> BINDINGS = new Kind<>(
            "rbac.authorization.k8s.io",
            "v1",
            "clusterrolebindings",
            "ClusterRoleBinding",
            false,
            PartialObjectMetadata::read);

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private SidecarFixture cluster;
    private RoleContext context;

    @BeforeEach
    void openCluster() throws Exception {
        cluster = opened(new SidecarFixture(folder));
        FakeDriver driver = opened(new FakeDriver(Files.createDirectories(folder.resolve("driver"))));
        context = cluster.shared(driver);
        opened(context.driver());
        opened(context.events());
        opened(context.informers());
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private void startSigner(Duration longest) throws Exception {
        MoverSignerOptions options = MoverSignerOptions.of(NAMESPACE, MoverUsers.serviceAccounts(NAMESPACE))
                .withLongest(longest);
        MoverSigner signer = opened(new MoverSigner(SidecarFixture.withoutDriver(context), options));
        context.informers().start();
        signer.start();
    }

    /// A mover that the API server knows as a node.
    private MoverCertificate mover(String user, String node, ReloadableTls tls) throws Exception {
        KubeClient api = opened(cluster.client(folder, "system:node:" + user, "system:nodes"));
        ObjectNode binding = Json.object();
        binding.putObject("metadata").put("name", user);
        binding.putObject("roleRef")
                .put("apiGroup", "rbac.authorization.k8s.io")
                .put("kind", "ClusterRole")
                .put("name", "cluster-admin");
        binding.putArray("subjects")
                .addObject()
                .put("apiGroup", "rbac.authorization.k8s.io")
                .put("kind", "User")
                .put("name", "system:node:" + user);
        cluster.api().create(BINDINGS, "", binding);
        Informers informers = opened(new Informers(api, context.timer()));
        MoverCertificate certificate = opened(
                new MoverCertificate(api, informers, NAMESPACE, new PeerIdentity(node), tls, InstantSource.system()));
        informers.start();
        certificate.start();
        return certificate;
    }

    @Test
    void twoMoversKnowEachOtherByTheirCertificates() throws Exception {
        startSigner(Duration.ofHours(1));
        ReloadableTls one = new ReloadableTls();
        ReloadableTls two = new ReloadableTls();
        assertThat(mover("node-1", "node-1", one).awaitReady(LONG)).isTrue();
        assertThat(mover("node-2", "node-2", two).awaitReady(LONG)).isTrue();
        CompletableFuture<String> client = new CompletableFuture<>();
        CompletableFuture<String> server = new CompletableFuture<>();
        try (var listening = (SSLServerSocket)
                one.context(peer -> client.complete(PeerIdentity.require(peer).node()))
                        .getServerSocketFactory()
                        .createServerSocket(0)) {
            listening.setNeedClientAuth(true);
            var _ = Thread.ofVirtual().start(() -> accept(listening));
            try (var socket = (SSLSocket) two.context(
                            peer -> server.complete(PeerIdentity.require(peer).node()))
                    .getSocketFactory()
                    .createSocket("127.0.0.1", listening.getLocalPort())) {
                socket.startHandshake();
                assertThat(server.join()).isEqualTo("node-1");
                assertThat(client.join()).isEqualTo("node-2");
            }
        }
    }

    private static void accept(SSLServerSocket listening) {
        try (SSLSocket socket = (SSLSocket) listening.accept()) {
            socket.startHandshake();
            var _ = socket.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<CertificateSigningRequest> requests() {
        try {
            return cluster.api().list(Kinds.CERTIFICATE_SIGNING_REQUESTS, "").items();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theCertificateOfAnotherNodeIsDenied() throws Exception {
        startSigner(Duration.ofHours(1));
        MoverCertificate certificate = mover("node-1", "node-2", new ReloadableTls());
        await().until(() -> requests().stream()
                .anyMatch(request -> request.condition(CertificateSigningRequest.DENIED)
                        .filter(condition -> condition.reason().equals("NotOnNode"))
                        .isPresent()));
        assertThat(certificate.isReady()).isFalse();
        assertThat(requests())
                .allSatisfy(request -> assertThat(request.certificate()).isEmpty());
    }

    @Test
    void aCertificateIsRenewedBeforeItEnds() throws Exception {
        startSigner(Duration.ofSeconds(3));
        ReloadableTls tls = new ReloadableTls();
        assertThat(mover("node-1", "node-1", tls).awaitReady(LONG)).isTrue();
        await().until(() -> requests().stream()
                        .filter(request -> !request.certificate().isEmpty())
                        .count()
                >= 3);
    }

    @Test
    void aRequestThatCameBeforeTheSignerIsSigned() throws Exception {
        MoverCertificate certificate = mover("node-1", "node-1", new ReloadableTls());
        await().until(() -> !requests().isEmpty());
        startSigner(Duration.ofHours(1));
        assertThat(certificate.awaitReady(LONG)).isTrue();
    }

    @Test
    void theRenewalIsSpreadOut() throws Exception {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        X509Certificate certificate = CertificateAuthority.create("ca", now, Duration.ofDays(10))
                .issue(new PeerIdentity("node-1").profile(), EcKeys.generate().getPublic(), now, Duration.ofHours(30));
        assertThat(MoverCertificate.renewal(now, certificate, 0)).isEqualTo(now.plus(Duration.ofHours(20)));
        assertThat(MoverCertificate.renewal(now, certificate, 1)).isEqualTo(now.plus(Duration.ofHours(17)));
    }
}
