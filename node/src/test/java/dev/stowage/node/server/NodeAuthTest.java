package dev.stowage.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kind;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.PkiDirectory;
import dev.stowage.x509.TlsContexts;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeAuthTest {
    private static final Kind<?> ROLES =
            Kind.metadataOnly("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", false);
    private static final Kind<?> BINDINGS =
            Kind.metadataOnly("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", false);

    @TempDir
    private static Path folder;

    private static NodeServerFixture fixture;

    @BeforeAll
    static void open() throws Exception {
        fixture = new NodeServerFixture(folder);
        fixture.api.create(
                ROLES,
                "",
                NodeServerFixture.json("{'metadata':{'name':'scraper'},'rules':[{'apiGroups':[''],'resources':"
                        + "['nodes/metrics'],'verbs':['get']}]}"));
        fixture.api.create(
                BINDINGS,
                "",
                NodeServerFixture.json(
                        "{'metadata':{'name':'scraper'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io',"
                                + "'kind':'ClusterRole','name':'scraper'},'subjects':[{'apiGroup':'rbac.authorization.k8s.io',"
                                + "'kind':'User','name':'prometheus'}]}"));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    private static int status(HttpClient client, String path, String... headers) throws Exception {
        return NodeServerFixture.get(client, fixture.direct(path), headers).statusCode();
    }

    @Test
    void anybodyMayAskWhetherTheNodeLivesAndNothingElse() throws Exception {
        HttpClient stranger = strange();
        assertThat(NodeServerFixture.get(stranger, fixture.direct("/healthz")).body())
                .isEqualTo("ok");
        assertThat(status(stranger, "/metrics")).isEqualTo(401);
        assertThat(status(stranger, "/containerLogs/default/p/c")).isEqualTo(401);
        assertThat(status(stranger, "/healthz/../metrics")).isEqualTo(401);
    }

    /// With a certificate of an administrator, issued by an unknown authority.
    private static HttpClient strange() throws Exception {
        PkiDirectory other = PkiDirectory.open(folder.resolve("other"), Clock.systemUTC());
        return HttpClient.newBuilder()
                .sslContext(
                        TlsContexts.insecureClient(other.sign(CertificateProfile.client("admin", "system:masters"))))
                .build();
    }

    @Test
    void whoIsKnownMayDoWhatTheApiServerSays() throws Exception {
        HttpClient prometheus = fixture.client("prometheus");
        assertThat(status(prometheus, "/metrics")).isEqualTo(200);
        assertThat(status(prometheus, "/pods")).isEqualTo(403);
        var refused = NodeServerFixture.get(prometheus, fixture.direct("/containerLogs/default/p/c"));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body())
                .isEqualTo("Forbidden (user=prometheus, verb=get, resource=nodes, subresource(s)=[proxy])\n");
        assertThat(status(fixture.client("somebody"), "/metrics")).isEqualTo(403);
    }

    @Test
    void aServersCertificateMustNotSpeakForAClient() throws Exception {
        HttpClient server = HttpClient.newBuilder()
                .sslContext(TlsContexts.insecureClient(fixture.server
                        .pkiDirectory()
                        .sign(new CertificateProfile(
                                "prometheus", List.of("system:masters"), CertificateProfile.Use.SERVER, List.of("x")))))
                .build();
        assertThat(status(server, "/metrics")).isEqualTo(401);
    }

    @Test
    void aTokenIsForTheApiServerToJudge() throws Exception {
        assertThat(status(strange(), "/metrics", "Authorization", "Bearer nonsense"))
                .isEqualTo(401);
    }

    @Test
    void theCertificateIsKeptForItsOwnerOnly() throws Exception {
        Path kept = fixture.paths.journal().resolve("server.pem");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
    }
}
