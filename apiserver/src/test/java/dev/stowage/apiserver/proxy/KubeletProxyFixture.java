package dev.stowage.apiserver.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// An API server with a kubelet that records what it is asked for.
abstract class KubeletProxyFixture {
    static final String PODS = "/api/v1/namespaces/default/pods";

    @TempDir
    static Path folder;

    static FakeKubelet kubelet;
    static EmbeddedApi api;

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

    static void node(String name, int port) throws Exception {
        String node = "{'kind':'Node','apiVersion':'v1','metadata':{'name':'" + name + "'}}";
        assertThat(ask("POST", "/api/v1/nodes", node)).startsWith("HTTP/1.1 201");
        String status = "{'status':{'addresses':[{'type':'InternalIP','address':'127.0.0.1'}],"
                + "'daemonEndpoints':{'kubeletEndpoint':{'Port':" + port + "}}}}";
        assertThat(ask("PATCH", "/api/v1/nodes/" + name + "/status", status)).startsWith("HTTP/1.1 200");
    }

    static void pod(String name, String node, String containers) throws Exception {
        String on = node.isEmpty() ? "" : "'nodeName':'" + node + "',";
        String pod = "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'" + name + "'},'spec':{" + on
                + "'containers':[" + containers + "]}}";
        assertThat(ask("POST", PODS, pod)).startsWith("HTTP/1.1 201");
    }

    static SSLSocket connect() throws IOException, GeneralSecurityException {
        var administrator = api.pkiDirectory().sign(CertificateProfile.client("admin", "system:masters"));
        return (SSLSocket) TlsContexts.insecureClient(administrator)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), api.port());
    }

    static String ask(String method, String path, String json) throws Exception {
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

    static String get(String path) throws Exception {
        return ask("GET", path, "");
    }

    static void send(SSLSocket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    static String until(InputStream in, String end) throws IOException {
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
