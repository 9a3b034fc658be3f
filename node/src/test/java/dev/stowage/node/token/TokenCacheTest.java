package dev.stowage.node.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.CsiDriver.TokenRequest;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.testing.ApiServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCacheTest {
    @TempDir
    Path folder = Path.of("");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private ApiServerFixture apiServer;
    private TokenCache tokenCache;

    @BeforeEach
    void start() throws Exception {
        apiServer = new ApiServerFixture(folder);
        tokenCache = new TokenCache(apiServer.api(), now::get);
    }

    @AfterEach
    void stop() throws Exception {
        apiServer.close();
    }

    @Test
    void aTokenIsBoundToItsPodAndMeantForItsAudience() throws Exception {
        NodePod pod = apiServer.pod("web", "[]");

        JsonNode claims = claims(tokenCache.of(pod, "vault", 3600).text());

        assertThat(claims.at("/aud/0").asText()).isEqualTo("vault");
        assertThat(claims.at("/kubernetes.io/pod/uid").asText()).isEqualTo(pod.uid());
        assertThat(claims.path("sub").asText()).isEqualTo("system:serviceaccount:default:default");
    }

    @Test
    void aTokenIsKeptUntilItIsOld() throws Exception {
        NodePod pod = apiServer.pod("web", "[]");
        ServiceAccountToken first = tokenCache.of(pod, "", 3600);

        assertThat(tokenCache.of(pod, "", 3600)).isEqualTo(first);
        now.set(Instant.now().plus(Duration.ofMinutes(50)));
        assertThat(tokenCache.of(pod, "", 3600)).isNotSameAs(first);
    }

    @Test
    void aTokenThatCannotBeRenewedServesAsLongAsItIsGood() throws Exception {
        NodePod pod = apiServer.pod("web", "[]");
        ServiceAccountToken first = tokenCache.of(pod, "", 3600);
        apiServer.api().delete(pod, NodePod.KIND, DeleteOptions.defaults().withGracePeriod(0));

        now.set(Instant.now().plus(Duration.ofMinutes(50)));
        assertThat(tokenCache.of(pod, "", 3600)).isSameAs(first);
        now.set(Instant.now().plus(Duration.ofMinutes(70)));
        assertThatThrownBy(() -> tokenCache.of(pod, "", 3600))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("token expired and refresh failed: ")
                .hasMessageNotContaining(first.text());
    }

    @Test
    void aForgottenPodHasNoTokenLeft() throws Exception {
        NodePod pod = apiServer.pod("web", "[]");
        tokenCache.of(pod, "", 3600);
        apiServer.api().delete(pod, NodePod.KIND, DeleteOptions.defaults().withGracePeriod(0));

        tokenCache.forget(pod.uid());

        assertThatThrownBy(() -> tokenCache.of(pod, "", 3600)).hasMessageStartingWith("failed to fetch token: ");
    }

    @Test
    void aDriverGetsOneForEachAudience() throws Exception {
        NodePod pod = apiServer.pod("web", "[]");

        JsonNode all = Json.read(tokenCache
                .forDriver(pod, List.of(new TokenRequest("vault", 0), new TokenRequest("", 1200)))
                .getBytes(StandardCharsets.UTF_8));

        assertThat(all.fieldNames()).toIterable().containsExactly("", "vault");
        assertThat(claims(all.path("vault").path("token").asText()).at("/aud/0").asText())
                .isEqualTo("vault");
        assertThat(Instant.parse(all.path("").path("expirationTimestamp").asText()))
                .isBetween(Instant.now(), Instant.now().plusSeconds(1300));
    }

    private static JsonNode claims(String token) throws IOException {
        return Json.read(
                Base64.getUrlDecoder().decode(token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'))));
    }
}
