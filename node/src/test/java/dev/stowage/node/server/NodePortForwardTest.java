package dev.stowage.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Through the API server and the node to a port.
final class NodePortForwardTest {
    private static final String PROTOCOL = "portforward.k8s.io";

    @TempDir
    private static Path folder;

    private static NodeServerFixture fixture;
    private static HttpClient client;
    private static ServerSocket pod;

    @BeforeAll
    static void open() throws Exception {
        fixture = new NodeServerFixture(folder);
        client = fixture.administrator();
        NodePod known = fixture.pod("p");
        fixture.runtime.put(known, "main", fixture.running(known, folder.resolve("log")));
        pod = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(NodePortForwardTest::serve);
    }

    @AfterAll
    static void close() throws Exception {
        pod.close();
        fixture.close();
    }

    private static void serve() {
        while (!pod.isClosed()) {
            try {
                Socket socket = pod.accept();
                Thread.ofVirtual().start(() -> echo(socket));
            } catch (IOException _) {
                return;
            }
        }
    }

    /// In upper case, and a last word when the client has closed its output.
    private static void echo(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int c = in.read(); c >= 0; c = in.read()) {
                out.write(Character.toUpperCase(c));
            }
            out.write('.');
        } catch (IOException _) {
            // The test sees the end of the stream.
        }
    }

    private static SpdyClient user(String name) throws IOException {
        return SpdyClient.upgrade(
                client.sslContext().getSocketFactory().createSocket("127.0.0.1", fixture.server.port()),
                "/api/v1/namespaces/default/pods/" + name + "/portforward",
                PROTOCOL);
    }

    /// @return the number of the data stream; that of the error stream is two less
    private static int connect(SpdyClient user, String request, int port) throws IOException {
        user.stream("streamtype", "error", "port", String.valueOf(port), "requestid", request);
        return user.stream("streamtype", "data", "port", String.valueOf(port), "requestid", request);
    }

    @Test
    void connectionsAreForwardedSideBySide() throws Exception {
        try (SpdyClient user = user("p")) {
            int one = connect(user, "0", pod.getLocalPort());
            int two = connect(user, "1", pod.getLocalPort());
            user.send(two, "world", false);
            user.send(one, "hello", false);
            assertThat(user.awaitText(one, 5)).isEqualTo("HELLO");
            user.send(one, "", true);
            assertThat(user.awaitEnd(one)).isEqualTo("HELLO.");
            assertThat(user.awaitEnd(one - 2)).isEmpty();

            user.send(two, "x".repeat(200_000), true);
            assertThat(user.awaitEnd(two)).isEqualTo("WORLD" + "X".repeat(200_000) + ".");
            assertThat(user.refused()).isEmpty();
        }
    }

    @Test
    void aClientWithoutRequestIdsIsServedToo() throws Exception {
        try (SpdyClient user = user("p")) {
            user.stream("streamtype", "error", "port", String.valueOf(pod.getLocalPort()));
            int data = user.stream("streamtype", "data", "port", String.valueOf(pod.getLocalPort()));
            user.send(data, "a", true);
            assertThat(user.awaitEnd(data)).isEqualTo("A.");
        }
    }

    @Test
    void aClosedPortIsReportedOnTheErrorStream() throws Exception {
        try (Socket silent = new Socket();
                SpdyClient user = user("p")) {
            // No process listens on this port, and none can while it is bound here.
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int data = connect(user, "0", silent.getLocalPort());
            assertThat(user.awaitEnd(data)).isEmpty();
            assertThat(user.awaitEnd(data - 2))
                    .startsWith("error forwarding port " + silent.getLocalPort() + " to pod ")
                    .contains(", uid : failed to connect to localhost:" + silent.getLocalPort())
                    .endsWith("connect: connection refused");

            int next = connect(user, "1", pod.getLocalPort());
            user.send(next, "still here", true);
            assertThat(user.awaitEnd(next)).isEqualTo("STILL HERE.");
        }
    }

    @Test
    void streamsThatAreNotOfAPortAreRefused() throws Exception {
        try (SpdyClient user = user("p")) {
            int none = user.stream("streamtype", "data");
            int zero = user.stream("streamtype", "data", "port", "0");
            int large = user.stream("streamtype", "data", "port", "65536");
            int other = user.stream("streamtype", "stdin", "port", "80");
            int first = user.stream("streamtype", "error", "port", "80", "requestid", "7");
            int again = user.stream("streamtype", "error", "port", "80", "requestid", "7");
            user.awaitEnd(again);
            assertThat(user.refused()).containsExactlyInAnyOrder(none, zero, large, other, again);
            assertThat(user.refused()).doesNotContain(first);
        }
    }

    @Test
    void thePortsOfAWebSocketAreChannels() throws Exception {
        ChannelClient user = ChannelClient.open(
                client,
                fixture.throughApi(
                        "/api/v1/namespaces/default/pods/p/portforward?ports=" + pod.getLocalPort() + "&ports=1"),
                "v4.channel.k8s.io");
        user.send(0, "hello");
        await().until(() -> user.said(0).endsWith("HELLO"));
        await().until(() -> user.said(3).endsWith("connect: connection refused"));
        assertThat(user.said(3)).contains("error forwarding port 1 to pod ");
        assertThat(user.said(2)).isEqualTo("\u0001\u0000");
        user.leave();
    }

    @Test
    void whatCannotBeForwardedIsRefusedBeforeTheUpgrade() throws Exception {
        assertThatThrownBy(() -> user("none")).hasMessageContaining("HTTP/1.1 404");
        NodePod unknown = fixture.pod("unknown");
        assertThat(unknown.uid()).isNotEmpty();
        assertThatThrownBy(() -> user("unknown")).hasMessageContaining("HTTP/1.1 500");
        assertThatThrownBy(() -> SpdyClient.upgrade(
                        client.sslContext().getSocketFactory().createSocket("127.0.0.1", fixture.port),
                        "/portForward/default/p",
                        "other.k8s.io"))
                .hasMessageContaining("HTTP/1.1 403");
    }
}
