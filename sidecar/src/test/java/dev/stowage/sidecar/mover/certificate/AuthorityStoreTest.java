package dev.stowage.sidecar.mover.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.SidecarFixture;
import dev.stowage.x509.PemEncoding;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuthorityStoreTest {
    private static final String NAMESPACE = "default";

    @TempDir
    private Path folder;

    private SidecarFixture cluster;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private AuthorityStore store;

    @BeforeEach
    void open() throws Exception {
        cluster = new SidecarFixture(folder);
        store = new AuthorityStore(cluster.api(), NAMESPACE, Duration.ofDays(300), Duration.ofDays(1), () -> now);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private List<X509Certificate> published() throws Exception {
        return PemEncoding.certificates(cluster.api()
                .find(Kinds.CONFIG_MAPS, NAMESPACE, CertificateKeys.MOVER_AUTHORITY)
                .orElseThrow()
                .data()
                .getOrDefault(CertificateKeys.AUTHORITIES, ""));
    }

    @Test
    void theAuthorityIsCreatedOnceAndPublished() throws Exception {
        AuthorityRotation created = store.refresh();
        assertThat(store.refresh().certificates()).isEqualTo(created.certificates());
        assertThat(published()).isEqualTo(created.certificates()).hasSize(1);
        JsonNode secret = cluster.api().get(Kinds.SECRETS, NAMESPACE, CertificateKeys.MOVER_AUTHORITY);
        assertThat(secret.path("type").asText()).isEqualTo("kubernetes.io/tls");
        assertThat(secret.path("data").has("tls.key")).isTrue();
    }

    @Test
    void aNewAuthorityIsTrustedBeforeItSignsAndTheOldOneUntilItsCertificatesEnd() throws Exception {
        X509Certificate first = store.refresh().newest().certificate();
        now = now.plus(Duration.ofDays(199));
        assertThat(store.refresh().certificates()).containsExactly(first);

        now = now.plus(Duration.ofDays(2));
        AuthorityRotation both = store.refresh();
        X509Certificate second = both.newest().certificate();
        assertThat(published()).containsExactly(second, first);
        assertThat(both.signer(now).certificate()).isEqualTo(first);

        now = now.plus(Duration.ofHours(20));
        both = store.refresh();
        assertThat(both.certificates()).containsExactly(second, first);
        assertThat(both.signer(now).certificate()).isEqualTo(second);

        now = now.plus(Duration.ofHours(8));
        assertThat(store.refresh().certificates()).containsExactly(second);
        assertThat(published()).containsExactly(second);
    }
}
