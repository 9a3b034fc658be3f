package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.apiserver.EventTtl;
import dev.stowage.x509.TlsContexts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A browser, which has no other way to send its token.
final class WebSocketTokenTest {
    private static final String PREFIX = "base64url.bearer.authorization.k8s.io.";

    @TempDir
    private static Path folder;

    private static EmbeddedApi api;

    @BeforeAll
    static void start() throws Exception {
        Path tokens = folder.resolve("tokens.csv");
        Files.writeString(tokens, "secret,root,1,system:masters\n");
        api = EmbeddedApi.start(new EmbeddedApiOptions(
                folder.resolve("data"),
                "127.0.0.1",
                0,
                List.of(),
                Set.of(),
                Optional.of(tokens),
                Optional.empty(),
                EventTtl.USUAL,
                false));
    }

    @AfterAll
    static void stop() throws Exception {
        api.close();
    }

    private static String protocol(String token) {
        byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static WebSocket open(String first, String... more) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().sslContext(TlsContexts.insecureClient()).build();
        return client.newWebSocketBuilder()
                .header("Origin", "https://example.com")
                .subprotocols(first, more)
                .buildAsync(
                        URI.create("wss://127.0.0.1:" + api.port() + "/api/v1/namespaces?watch=true"),
                        new WebSocket.Listener() {})
                .get(30, TimeUnit.SECONDS);
    }

    private static void refused(int code, String first, String... more) {
        assertThatThrownBy(() -> open(first, more))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refusal ->
                                assertThat(refusal.getResponse().statusCode()).isEqualTo(code));
    }

    @Test
    void theTokenIsASubprotocolBesideAnother() throws Exception {
        WebSocket socket = open("binary.k8s.io", protocol("secret"));

        assertThat(socket.getSubprotocol()).isEqualTo("binary.k8s.io");
        socket.abort();
    }

    @Test
    void withoutATokenTheClientIsAnonymous() {
        refused(403, "binary.k8s.io");
    }

    @Test
    void aTokenThatIsWrongOrAloneIsNotAccepted() {
        refused(401, "binary.k8s.io", protocol("guessed"));
        refused(401, "binary.k8s.io", PREFIX + "!");
        refused(401, protocol("secret"));
        refused(401, "binary.k8s.io", protocol("secret"), protocol("other"));
    }

    @Test
    void theTokenIsNotPassedOn() {
        assertThat(WebSocketToken.removedFrom("v5.channel.k8s.io," + protocol("secret") + " ,v4.channel.k8s.io"))
                .isEqualTo("v5.channel.k8s.io, v4.channel.k8s.io");
        assertThat(WebSocketToken.removedFrom("")).isEmpty();
    }
}
