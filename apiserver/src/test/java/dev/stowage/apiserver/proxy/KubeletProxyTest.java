package dev.stowage.apiserver.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeletProxyTest extends KubeletProxyFixture {

    @Test
    void aLogComesFromTheNode() throws Exception {
        String answer = get(PODS + "/p/log?tailLines=5&timestamps=true&sinceTime=2026-01-01T01:00:00.5%2B01:00");
        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .contains("Content-Type: text/plain")
                .contains("first\nsecond\n");
        assertThat(kubelet.request())
                .startsWith("CN=kube-apiserver-kubelet-client,O=system:masters GET /containerLogs/default/p/main"
                        + "?sinceTime=2026-01-01T00%3A00%3A00Z&stream=All&tailLines=5&timestamps=true HTTP/1.1\r\n")
                .doesNotContain("Authorization");
    }

    @Test
    void aClientThatWantsALogOverAnotherProtocolIsRefusedAtOnce() throws Exception {
        try (SSLSocket socket = connect()) {
            socket.setSoTimeout(30_000);
            send(
                    socket,
                    "GET " + PODS + "/p/log?follow=true HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                            + "Upgrade: websocket\r\n\r\n");
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            assertThat(in.readLine()).startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void aLogThatIsFollowedComesLineByLine() throws Exception {
        try (SSLSocket socket = connect()) {
            socket.setSoTimeout(30_000);
            send(socket, "GET " + PODS + "/p/log?follow=true HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            kubelet.log("zero\n"); // the head is sent with the first line
            String before = in.readLine();
            while (!before.equals("zero")) {
                before = in.readLine();
            }
            for (String line : new String[] {"one", "two", "three"}) {
                kubelet.log(line + "\n");
                assertThat(in.readLine()).isEqualTo(line);
            }
            kubelet.log("");
            assertThat(in.readLine()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/none/log | 404 | pods \\\"none\\\" not found",
                "/two/log | 400 | a container name must be specified for pod two, choose one of: [a b]",
                "/p/log?container=other | 400 | container other is not valid for pod p",
                "/p/log?tailLines=-1 | 422 | PodLogOptions \\\"p\\\" is invalid: tailLines: Invalid value: -1",
                "/p/log?limitBytes=0 | 422 | limitBytes: Invalid value: 0: must be greater than 0",
                "/p/log?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z | 422 | at most one of `sinceTime` or",
                "/waits/log | 400 | container \\\"waiting\\\" in pod \\\"p\\\" is waiting to start: ContainerCreating",
                "/unplaced/log | 204 | ''",
                "/unplaced/exec?command=x | 400 | pod unplaced does not have a host assigned",
                "/p/exec?command=x | 400 | Upgrade request required",
                "/p/portforward | 400 | Upgrade request required"
            })
    void whatCannotBeAnsweredIsSaid(String path, int code, String message) throws Exception {
        assertThat(get(PODS + path)).startsWith("HTTP/1.1 " + code).contains(message);
    }

    @Test
    void aMissingNodeIsReported() throws Exception {
        try (Socket silent = new Socket()) {
            // No process listens on this port, and none can while it is bound here.
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            node("gone", silent.getLocalPort());
            pod("lost", "gone", "{'name':'main','image':'x'}");
            assertThat(get(PODS + "/lost/log")).startsWith("HTTP/1.1 500").contains("connect: connection refused");
        }
        pod("nowhere", "missing", "{'name':'main','image':'x'}");
        assertThat(get(PODS + "/nowhere/log")).startsWith("HTTP/1.1 404").contains("nodes \\\"missing\\\" not found");
    }

    @Test
    void aKubeletOfAnotherAuthorityGetsNoRequest() throws Exception {
        try (FakeKubelet other = new FakeKubelet(folder.resolve("other"))) {
            node("foreign", other.port());
            pod("exposed", "foreign", "{'name':'main','image':'x'}");
            assertThat(get(PODS + "/exposed/log"))
                    .startsWith("HTTP/1.1 500")
                    .contains("tls: failed to verify certificate: x509: certificate signed by unknown authority");
            assertThat(other.hasRequest()).isFalse();
        }
    }

    @Test
    void aKubeletWithTheCertificateOfAnotherNodeGetsNoRequest() throws Exception {
        try (FakeKubelet other = new FakeKubelet(folder.resolve("kubelet"), "elsewhere.example")) {
            node("renamed", other.port());
            pod("misled", "renamed", "{'name':'main','image':'x'}");
            assertThat(get(PODS + "/misled/log"))
                    .startsWith("HTTP/1.1 500")
                    .contains("tls: failed to verify certificate");
            assertThat(other.hasRequest()).isFalse();
        }
    }

    @Test
    void aNodesOwnPagesAreShownAsTheyAre() throws Exception {
        assertThat(get("/api/v1/nodes/n/proxy/stats/a%20b?x=y%2Fz"))
                .startsWith("HTTP/1.1 200")
                .contains("X-Own: yes")
                .contains("text/x-own")
                .contains("first\nsecond\n");
        assertThat(kubelet.request()).contains(" GET /stats/a%20b?x=y%2Fz HTTP/1.1\r\n");
    }
}
