package dev.stowage.apiserver.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.TlsContexts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KubeletProxyTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @TempDir
    private static Path folder;

    private static FakeKubelet kubelet;
    private static EmbeddedApi api;

    @BeforeAll
    static void open() throws Exception {
        kubelet = new FakeKubelet(folder.resolve("kubelet"));
        api = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")).kubeletAuthority(kubelet.authority()));
        String account = "{'kind':'ServiceAccount','apiVersion':'v1','metadata':{'name':'default'}}";
        assertThat(ask("POST", "/api/v1/namespaces/default/serviceaccounts", account))
                .startsWith("HTTP/1.1 201");
        node("n", kubelet.port());
        pod("p", "n", "{'name':'main','image':'x'}");
        pod("two", "n", "{'name':'a','image':'x'},{'name':'b','image':'x'}");
        pod("waits", "n", "{'name':'waiting','image':'x'}");
        pod("unplaced", "", "{'name':'main','image':'x'}");
    }

    @AfterAll
    static void close() throws Exception {
        api.close();
        kubelet.close();
    }

    @BeforeEach
    void forget() {
        kubelet.forget();
    }

    private static void node(String name, int port) throws Exception {
        String node = "{'kind':'Node','apiVersion':'v1','metadata':{'name':'" + name + "'}}";
        assertThat(ask("POST", "/api/v1/nodes", node)).startsWith("HTTP/1.1 201");
        String status = "{'status':{'addresses':[{'type':'InternalIP','address':'127.0.0.1'}],"
                + "'daemonEndpoints':{'kubeletEndpoint':{'Port':" + port + "}}}}";
        assertThat(ask("PATCH", "/api/v1/nodes/" + name + "/status", status)).startsWith("HTTP/1.1 200");
    }

    private static void pod(String name, String node, String containers) throws Exception {
        String on = node.isEmpty() ? "" : "'nodeName':'" + node + "',";
        String pod = "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'" + name + "'},'spec':{" + on
                + "'containers':[" + containers + "]}}";
        assertThat(ask("POST", PODS, pod)).startsWith("HTTP/1.1 201");
    }

    private static SSLSocket connect() throws IOException, GeneralSecurityException {
        var administrator = api.pkiDirectory().sign(CertificateProfile.client("admin", "system:masters"));
        return (SSLSocket) TlsContexts.insecureClient(administrator)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), api.port());
    }

    private static String ask(String method, String path, String json) throws Exception {
        String body = json.replace('\'', '"');
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        try (SSLSocket socket = connect()) {
            send(
                    socket,
                    method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + type
                            + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String get(String path) throws Exception {
        return ask("GET", path, "");
    }

    private static void send(SSLSocket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

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

    private static String until(InputStream in, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith(end)) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("ended after: " + text);
            }
            text.append((char) c);
        }
        return text.toString();
    }
}
