package dev.stowage.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Responses that the embedded server never sends.
class KubeClientTest {
    @TempDir
    private Path folder;

    private final AtomicInteger requests = new AtomicInteger();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private KubeClient api;
    private volatile int refusals;
    private volatile int code = 429;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            boolean refuse = requests.getAndIncrement() < refusals;
            String text = refuse
                    ? "{\"kind\":\"Status\",\"reason\":\"TooManyRequests\",\"message\":\"slow down\"}"
                    : "{\"metadata\":{\"name\":\"n\"}}";
            if (refuse && code == 429) {
                exchange.getResponseHeaders().add("Retry-After", "0");
            }
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(refuse ? code : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Path token = Files.writeString(
                folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d/"}}]
                users: [{name: u, user: {token: "abc"}}]
                """.formatted(server.getAddress().getPort()));
        api = new KubeClient(ClusterAccess.of(token.toString(), ""), RequestLimiter.adaptive(), "test");
    }

    @AfterEach
    void close() {
        api.close();
        server.stop(0);
    }

    @Test
    void aBusyServerIsAskedAgain() throws ApiFailure, InterruptedException {
        refusals = 3;
        assertThat(api.find(Kinds.NODES, "", "n")).isPresent();
        assertThat(requests).hasValue(4);
    }

    @Test
    void aServerThatStaysBusyIsGivenUp() {
        refusals = Integer.MAX_VALUE;
        assertThatExceptionOfType(ApiFailure.class)
                .isThrownBy(() -> api.find(Kinds.NODES, "", "n"))
                .withMessage("slow down")
                .matches(e -> e.code() == 429);
        assertThat(requests).hasValue(10);
    }

    @Test
    void aBusyServerIsNotAwaitedLongerThanTheAnswerIsWorth() {
        refusals = Integer.MAX_VALUE;
        assertThatExceptionOfType(ApiFailure.class)
                .isThrownBy(() -> api.within(Duration.ofNanos(1)).find(Kinds.NODES, "", "n"))
                .matches(e -> e.code() == 429 || e.isUncertain());
        assertThat(requests.get()).isLessThanOrEqualTo(1);
    }

    @Test
    void otherRefusalsAreNotRepeated() {
        refusals = 1;
        code = 500;
        assertThatExceptionOfType(ApiFailure.class)
                .isThrownBy(() -> api.find(Kinds.NODES, "", "n"))
                .matches(e -> e.code() == 500 && !e.isUncertain());
        assertThat(requests).hasValue(1);
    }

    @Test
    void nobodyThereIsUncertain() {
        server.stop(0);
        assertThatExceptionOfType(ApiFailure.class)
                .isThrownBy(() -> api.find(Kinds.NODES, "", "n"))
                .matches(ApiFailure::isUncertain)
                .withMessageContaining("/api/v1/nodes/n");
    }

    @Test
    void aTokenIsSentAndAnUnknownOneTriedOnceMore() throws ApiFailure, InterruptedException {
        refusals = 1;
        code = 401;
        assertThat(api.find(Kinds.NODES, "", "n")).isPresent();
        assertThat(tokens).containsExactly("Bearer abc", "Bearer abc");
    }

    @Test
    void aMissingKubeconfigIsNamed() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ClusterAccess.of("/nowhere/kubeconfig", ""))
                .withMessageContaining("/nowhere/kubeconfig");
    }
}
