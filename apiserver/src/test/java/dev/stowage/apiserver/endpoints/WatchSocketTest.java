package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Watches over a WebSocket, as fabric8's client and browsers open them.
final class WatchSocketTest extends TestServerFixture {
    private static final String WATCH = "/api/v1/namespaces?watch=true";

    /// The messages of the server, and how it closed the connection.
    private static final class Received implements WebSocket.Listener {
        private final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final CompletableFuture<String> pong = new CompletableFuture<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            part.append(text);
            if (last) {
                messages.add(part.toString());
                part.setLength(0);
            }
            return WebSocket.Listener.super.onText(socket, text, last);
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            pong.complete(StandardCharsets.UTF_8.decode(message).toString());
            return WebSocket.Listener.super.onPong(socket, message);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return WebSocket.Listener.super.onClose(socket, code, reason);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed.completeExceptionally(error);
        }

        JsonNode next() throws Exception {
            String message = Objects.requireNonNull(messages.poll(30, TimeUnit.SECONDS), "no message within 30 s");
            assertThat(message).endsWith("}\n");
            return Json.read(message.getBytes(StandardCharsets.UTF_8));
        }

        int closed() throws Exception {
            return closed.get(30, TimeUnit.SECONDS);
        }
    }

    private WebSocket open(String path, Received received, String... protocols) throws Exception {
        WebSocket.Builder builder = client.newWebSocketBuilder().header("Origin", "https://example.com");
        if (protocols.length > 0) {
            builder.subprotocols(protocols[0]);
        }
        return builder.buildAsync(URI.create("ws://127.0.0.1:" + server.port() + path), received)
                .get(30, TimeUnit.SECONDS);
    }

    private void create(String name) throws IOException, InterruptedException {
        assertThat(send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}")
                        .statusCode())
                .isEqualTo(201);
    }

    private static String shown(JsonNode event) {
        return JsonTree.text(event, "type") + " " + JsonTree.text(event, "object", "metadata", "name");
    }

    @Test
    void eachEventIsOneMessage() throws Exception {
        create("one");
        create("two");
        Received received = new Received();
        WebSocket socket = open(WATCH, received);

        assertThat(shown(received.next())).isEqualTo("ADDED one");
        assertThat(shown(received.next())).isEqualTo("ADDED two");
        create("three");
        JsonNode event = received.next();
        assertThat(shown(event)).isEqualTo("ADDED three");
        assertThat(JsonTree.text(event, "object", "kind")).isEqualTo("Namespace");
        socket.abort();
    }

    /// Larger than a frame's short length, and than the buffer of the socket.
    @Test
    void aLargeObjectIsOneMessage() throws Exception {
        create("one");
        String value = "ä".repeat(200_000);
        assertThat(send(
                                "POST",
                                "/api/v1/namespaces/one/configmaps",
                                "{\"metadata\":{\"name\":\"large\"},\"data\":{\"k\":\"" + value + "\"}}")
                        .statusCode())
                .isEqualTo(201);
        Received received = new Received();
        WebSocket socket = open("/api/v1/configmaps?watch=1", received);

        assertThat(JsonTree.text(received.next(), "object", "data", "k")).isEqualTo(value);
        socket.abort();
    }

    @Test
    void aWatchOfOneObjectAndASelectorWorkAsOverHttp() throws Exception {
        create("one");
        create("two");
        Received received = new Received();
        WebSocket socket = open("/api/v1/watch/namespaces/two", received);

        assertThat(shown(received.next())).isEqualTo("ADDED two");
        socket.abort();
    }

    @Test
    void aPingIsAnswered() throws Exception {
        Received received = new Received();
        WebSocket socket = open(WATCH, received);

        socket.sendPing(ByteBuffer.wrap("there?".getBytes(StandardCharsets.UTF_8)))
                .get(30, TimeUnit.SECONDS);

        assertThat(received.pong.get(30, TimeUnit.SECONDS)).isEqualTo("there?");
        socket.abort();
    }

    @Test
    void whatTheClientSaysIsIgnored() throws Exception {
        Received received = new Received();
        WebSocket socket = open(WATCH, received);

        socket.sendText("hello", true).get(30, TimeUnit.SECONDS);
        create("one");

        assertThat(shown(received.next())).isEqualTo("ADDED one");
        socket.abort();
    }

    @Test
    void aClientThatClosesEndsTheWatchAndGetsACloseFrame() throws Exception {
        Received received = new Received();
        WebSocket socket = open(WATCH, received);
        await().until(() -> server.lasting() == 1);

        socket.sendClose(WebSocket.NORMAL_CLOSURE, "enough").get(30, TimeUnit.SECONDS);

        assertThat(received.closed()).isEqualTo(WebSocket.NORMAL_CLOSURE);
        await().until(() -> server.lasting() == 0);
    }

    @Test
    void aDisconnectedClientIsRemoved() throws Exception {
        WebSocket socket = open(WATCH, new Received());
        await().until(() -> server.lasting() == 1);

        socket.abort();

        await().until(() -> server.lasting() == 0);
    }

    @Test
    void theEndOfTheWatchClosesTheConnection() throws Exception {
        Received received = new Received();
        open(WATCH + "&timeoutSeconds=1", received);

        assertThat(received.closed()).isEqualTo(WebSocket.NORMAL_CLOSURE);
        await().until(() -> server.lasting() == 0);
    }

    @Test
    void theServerEndsTheWatchWhenItStops() throws Exception {
        Received received = new Received();
        open(WATCH, received);
        await().until(() -> server.lasting() == 1);

        server.close();

        await().until(received.closed::isDone);
    }

    @Test
    void theSubprotocolOfTheClientIsConfirmed() throws Exception {
        WebSocket socket = open(WATCH, new Received(), "binary.k8s.io");

        assertThat(socket.getSubprotocol()).isEqualTo("binary.k8s.io");
        socket.abort();
    }

    private String handshake(String path, String headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\n"
                    + headers.replace("; ", "\r\n") + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(30_000);
            byte[] answer = new byte[4096];
            int count = 0;
            for (int more = 0; more >= 0 && !text(answer, count).contains("}"); count += Math.max(more, 0)) {
                more = socket.getInputStream().read(answer, count, answer.length - count);
            }
            return text(answer, count);
        }
    }

    private static String text(byte[] bytes, int count) {
        return new String(bytes, 0, count, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "Upgrade: websocket; Sec-WebSocket-Version: 13; Origin: https://a, 400, challenge/response error",
        "Upgrade: websocket; Sec-WebSocket-Key: x; Origin: https://a, 400, missing or bad WebSocket Version",
        "Upgrade: websocket; Sec-WebSocket-Key: x; Sec-WebSocket-Version: 13, 403, null origin",
        "Upgrade: websocket; Sec-WebSocket-Key: x; Sec-WebSocket-Version: 13; Origin: null, 403, null origin",
        "Upgrade: SPDY/3.1, 400, unable to upgrade connection",
    })
    void anUpgradeThatIsNotUnderstoodIsRefusedAtOnce(String headers, int code, String problem) throws Exception {
        assertThat(handshake(WATCH, headers)).startsWith("HTTP/1.1 " + code).contains("\"message\":\"" + problem);
        assertThat(server.lasting()).isZero();
    }

    @Test
    void severalSubprotocolsAreRefused() throws Exception {
        String headers = "Upgrade: websocket; Sec-WebSocket-Key: x; Sec-WebSocket-Version: 13; Origin: https://a; "
                + "Sec-WebSocket-Protocol: a, b";

        assertThat(handshake(WATCH, headers)).startsWith("HTTP/1.1 400").contains("WebSocket-Protocol");
    }

    @Test
    void aWatchThatCannotStartIsRefusedLikeAnyOther() throws Exception {
        String headers = "Upgrade: websocket; Sec-WebSocket-Key: x; Sec-WebSocket-Version: 13; Origin: https://a";

        assertThat(handshake(WATCH + "&fieldSelector=nothing%3Dx", headers))
                .startsWith("HTTP/1.1 400")
                .contains("\"reason\":\"BadRequest\"");
    }
}
