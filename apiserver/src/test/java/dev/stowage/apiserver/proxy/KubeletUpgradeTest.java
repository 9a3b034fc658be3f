package dev.stowage.apiserver.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/// Requests that become tunnels.
class KubeletUpgradeTest extends KubeletProxyFixture {

    @Test
    void aCommandIsATunnelThatEachSideEndsByItself() throws Exception {
        try (SSLSocket socket = connect()) {
            socket.setSoTimeout(30_000);
            // Data follows the request at once, as from a client that does not wait for the response.
            send(
                    socket,
                    "POST " + PODS + "/p/exec?command=ls&command=-l+a&stdin=true&stdout=true&tty=false HTTP/1.1\r\n"
                            + "Host: x\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4\r\n"
                            + "Authorization: Basic x\r\n\r\nearly ");
            InputStream in = socket.getInputStream();
            assertThat(kubelet.request())
                    .startsWith("CN=kube-apiserver-kubelet-client,O=system:masters POST /exec/default/p/main"
                            + "?command=ls&command=-l+a&input=1&output=1 HTTP/1.1\r\n")
                    .contains("X-Stream-Protocol-Version: v4")
                    .contains("Upgrade: SPDY/3.1")
                    .doesNotContain("Authorization");
            String head = until(in, "\r\n\r\n");
            assertThat(head).startsWith("HTTP/1.1 101").contains("Upgrade: SPDY/3.1");
            assertThat(until(in, "EARLY ")).isEqualTo("hello EARLY ");
            send(socket, "x".repeat(100_000) + "!");
            assertThat(until(in, "!")).hasSize(100_001);
            socket.shutdownOutput();
            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).isEqualTo(" bye");
        }
    }

    @Test
    void portsAreForwardedThroughAWebSocketThatCarriesSpdy() throws Exception {
        try (SSLSocket socket = connect()) {
            socket.setSoTimeout(30_000);
            send(
                    socket,
                    "GET " + PODS
                            + "/p/portforward HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                            + "Sec-WebSocket-Protocol: SPDY/3.1+portforward.k8s.io\r\n\r\n");
            InputStream in = socket.getInputStream();
            assertThat(kubelet.request())
                    .contains(" POST /portForward/default/p HTTP/1.1\r\n")
                    .contains("Upgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: portforward.k8s.io\r\n")
                    .doesNotContain("WebSocket");
            assertThat(until(in, "\r\n\r\n"))
                    .startsWith("HTTP/1.1 101")
                    .contains("Upgrade: websocket")
                    .contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                    .contains("Sec-WebSocket-Protocol: SPDY/3.1+portforward.k8s.io");
            StringBuilder received = new StringBuilder();
            socket.getOutputStream().write(HexFormat.of().parseHex("828300000000" + "616263"));
            while (!received.toString().endsWith("ABC")) {
                received.append(message(in));
            }
            socket.getOutputStream().write(HexFormat.of().parseHex("888000000000"));
            while (!received.toString().endsWith("bye")) {
                received.append(message(in));
            }
            assertThat(received).hasToString("hello ABC bye");
            assertThat(in.readAllBytes()).startsWith(0x88);
        }
    }

    @Test
    void aClientThatIsGoneBeforeTheTunnelIsOpenLeavesNoConnectionToTheKubelet() throws Exception {
        try (SSLSocket socket = connect()) {
            send(
                    socket,
                    "POST " + PODS + "/p/exec?command=held&stdin=true HTTP/1.1\r\nHost: x\r\n"
                            + "Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n");
            assertThat(kubelet.request()).contains("command=held");
            // Resets the connection, so that the response cannot be sent.
            socket.setSoLinger(true, 0);
        }
        kubelet.log("go");

        String ended = kubelet.ended().orElseThrow();
        while (!ended.contains("command=held")) {
            ended = kubelet.ended().orElseThrow();
        }
    }

    @Test
    void anOfferOfHttp2IsNotAnUpgrade() throws Exception {
        try (SSLSocket socket = connect()) {
            socket.setSoTimeout(30_000);
            send(
                    socket,
                    "GET " + PODS + "/p/log HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                            + "Upgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n\r\n");
            assertThat(until(socket.getInputStream(), "\r\n\r\n")).startsWith("HTTP/1.1 200");
        }
    }

    private static String message(InputStream in) throws IOException {
        assertThat(in.read()).isEqualTo(0x82);
        return new String(in.readNBytes(in.read()), StandardCharsets.US_ASCII);
    }

    @Test
    void theTokenOfABrowserIsNotPassedOn() throws Exception {
        try (SSLSocket socket = connect()) {
            socket.setSoTimeout(30_000);
            send(
                    socket,
                    "GET " + PODS + "/p/exec?command=ls&stdout=true HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                            + "Upgrade: websocket\r\nSec-WebSocket-Protocol: v5.channel.k8s.io,"
                            + " base64url.bearer.authorization.k8s.io.c2VjcmV0\r\n\r\n");
            assertThat(kubelet.request())
                    .contains("Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n")
                    .doesNotContain("c2VjcmV0");
        }
    }
}
