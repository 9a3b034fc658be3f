package dev.stowage.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeExecTest {
    private static final String POD = "/api/v1/namespaces/default/pods/p/";
    private static final String V5 = "v5.channel.k8s.io";
    private static final String V4 = "v4.channel.k8s.io";

    @TempDir
    private static Path folder;

    private static NodeServerFixture fixture;
    private static HttpClient client;

    @BeforeAll
    static void open() throws Exception {
        fixture = new NodeServerFixture(folder);
        client = fixture.administrator();
        NodePod pod = fixture.pod("p");
        fixture.runtime.put(pod, "main", fixture.running(pod, folder.resolve("log")));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    /// The request that opens the session in the runtime.
    private static CompletableFuture<ExecRequest> prepare(ExecSession session) {
        var asked = new CompletableFuture<ExecRequest>();
        fixture.runtime.onExec(request -> {
            asked.complete(request);
            return session;
        });
        return asked;
    }

    @Test
    void aCommandHearsItsInputAndIsHeardUntilItEnds() throws Exception {
        var session = new ScriptedSession(3, "complaint");
        var asked = prepare(session);
        ChannelClient user = ChannelClient.open(
                client,
                fixture.throughApi(POD + "exec?command=sh&command=-c&command=a%20b&stdin=true&stdout=true&stderr=true"),
                V5);
        assertThat(user.protocol()).isEqualTo(V5);
        user.send(0, "hello ");
        user.send(0, "world".repeat(20_000));
        user.send(255, (byte) 0);
        assertThat(user.awaitGoodbye()).isEqualTo(1000);
        assertThat(user.said(1)).isEqualTo("hello " + "world".repeat(20_000));
        assertThat(user.said(2)).isEqualTo("complaint");
        assertThat(user.said(3))
                .contains("\"status\":\"Failure\"", "\"reason\":\"NonZeroExitCode\"", "\"message\":\"3\"");
        ExecRequest request = asked.get();
        assertThat(request.command()).containsExactly("sh", "-c", "a b");
        assertThat(request.containerId()).isEqualTo("id-p");
        assertThat(request.tty()).isFalse();
    }

    @Test
    void anOlderUserIsServedToo() throws Exception {
        var session = new ScriptedSession(0, "");
        var _ = prepare(session);
        ChannelClient user =
                ChannelClient.open(client, fixture.throughApi(POD + "exec?command=true&stdout=true"), V4, "other");
        assertThat(user.protocol()).isEqualTo(V4);
        session.code.complete(0);
        session.stdin().close();
        user.awaitGoodbye();
        assertThat(user.said(3)).isEqualTo("{\"metadata\":{},\"status\":\"Success\"}");
    }

    @Test
    void aTerminalHasASizeAndOneStream() throws Exception {
        var session = new ScriptedSession(0, "not heard");
        var asked = prepare(session);
        ChannelClient user = ChannelClient.open(
                client, fixture.throughApi(POD + "attach?stdin=true&stdout=true&stderr=true&tty=true"), V5);
        user.send(4, "{\"Width\":120,\"Height\":40}");
        assertThat(session.size.get(60, TimeUnit.SECONDS)).isEqualTo("120x40");
        user.send(255, (byte) 0);
        user.awaitGoodbye();
        assertThat(user.said(2)).isEmpty();
        assertThat(asked.get().command()).isEmpty();
        assertThat(asked.get().stderr()).isFalse();
    }

    @Test
    void whenTheUserLeavesTheCommandIsEnded() throws Exception {
        var session = new ScriptedSession(0, "");
        var _ = prepare(session);
        ChannelClient user =
                ChannelClient.open(client, fixture.throughApi(POD + "exec?command=sh&stdin=true&stdout=true"), V5);
        await().until(() -> user.heard.containsKey(1)); // it runs
        user.leave();
        session.closed.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aProtocolThatIsNotSpokenIsRefused() throws Exception {
        var _ = prepare(new ScriptedSession(0, ""));
        assertThatThrownBy(() -> ChannelClient.open(
                        client, fixture.throughApi(POD + "exec?command=sh&stdout=true"), "v9.channel.k8s.io"))
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
        assertThat(raw("Upgrade: SPDY/3.1\r\nConnection: Upgrade\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("over SPDY the server supports v4.channel.k8s.io");
        assertThat(raw("Upgrade: h2c\r\nConnection: Upgrade\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("the server supports WebSocket and SPDY/3.1, not h2c");
        assertThat(raw("")).startsWith("HTTP/1.1 400").contains("Upgrade request required");
    }

    @Test
    void aUserOfSpdyIsServedToo() throws Exception {
        var _ = prepare(new ScriptedSession(3, "complaint"));
        try (SpdyClient user = SpdyClient.open(
                client.sslContext().getSocketFactory().createSocket("127.0.0.1", fixture.port),
                "/exec/default/p/main?command=cat&input=1&output=1&error=1",
                "error",
                "stdin",
                "stdout",
                "stderr")) {
            user.send("stdin", "hello ", false);
            user.ping(7);
            user.send("stdin", "world", true);
            user.readAll();
            assertThat(user.said("stdout")).isEqualTo("hello world");
            assertThat(user.said("stderr")).isEqualTo("complaint");
            assertThat(user.said("error")).contains("\"reason\":\"NonZeroExitCode\"", "\"message\":\"3\"");
            assertThat(user.pongs()).containsExactly(7);
        }
    }

    @Test
    void streamsThatTheRuntimeServesItselfArePassedThroughWhateverTheySay() throws Exception {
        try (var elsewhere = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            var _ = prepare(new ExecSession.StreamingUrl(
                    URI.create("http://127.0.0.1:" + elsewhere.getLocalPort() + "/exec/token?x=1")));
            var head = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> serve(elsewhere, head));
            String headers = """
                    Upgrade: SPDY/3.1
                    Connection: Upgrade
                    Authorization: Basic x
                    X-Stream-Protocol-Version: v4.channel.k8s.io
                    X-Stream-Protocol-Version: v3.channel.k8s.io
                    """.replace("\n", "\r\n");
            assertThat(raw(headers))
                    .isEqualTo(
                            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: SPDY/3.1\r\nConnection: Upgrade\r\n\r\nGOON");
            assertThat(head.get())
                    .startsWith("POST /exec/token?x=1 HTTP/1.1\r\n")
                    .contains("x-stream-protocol-version: v4.channel.k8s.io\r\n")
                    .contains("x-stream-protocol-version: v3.channel.k8s.io\r\n")
                    .doesNotContainIgnoringCase("authorization");
        }
    }

    private static void serve(ServerSocket elsewhere, CompletableFuture<String> head) {
        try (Socket socket = elsewhere.accept()) {
            InputStream in = socket.getInputStream();
            StringBuilder text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0) {
                text.append((char) in.read());
            }
            head.complete(text.toString());
            OutputStream out = socket.getOutputStream();
            out.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: SPDY/3.1\r\nConnection: Upgrade\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(new String(in.readNBytes(4), StandardCharsets.US_ASCII)
                    .toUpperCase(Locale.ROOT)
                    .getBytes(StandardCharsets.US_ASCII));
        } catch (Exception e) {
            head.completeExceptionally(e);
        }
    }

    /// Directly to the node, like kube-apiserver.
    private static String raw(String headers) throws Exception {
        try (SSLSocket socket =
                (SSLSocket) client.sslContext().getSocketFactory().createSocket("127.0.0.1", fixture.port)) {
            socket.setSoTimeout(30_000);
            String request = "POST /exec/default/p/main?command=sh&output=1 HTTP/1.1\r\nHost: n\r\n"
                    + (headers.isEmpty() ? "Connection: close\r\n" : headers) + "\r\ngoon";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            if (!headers.contains("Stream-Protocol")) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
