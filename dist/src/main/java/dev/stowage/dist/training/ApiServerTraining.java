package dev.stowage.dist.training;

import dev.stowage.cli.Command;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// Runs the API server and sends the requests that `kubectl` and controllers send first.
final class ApiServerTraining {
    private static final Pattern SERVER = Pattern.compile("server: https://127\\.0\\.0\\.1:(\\d+)");
    private static final String MAP =
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"labels\":{\"b\":\"c\"}}}";

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private ApiServerTraining() {}

    static void run(List<Command> commands, Path scratch) {
        Optional<Command> server = commands.stream()
                .filter(command -> command.name().equals("apiserver"))
                .findFirst();
        if (server.isEmpty()) {
            return;
        }
        Path data = scratch.resolve("api");
        Path kubeconfig = scratch.resolve("kubeconfig");
        Thread.ofPlatform()
                .name("training")
                .daemon()
                .start(() -> AotTraining.quietly(
                        server.get(), List.of("--data=" + data, "--port=0", "--kubeconfig-out=" + kubeconfig)));
        if (DriverTraining.appears(kubeconfig)) {
            try {
                Matcher found = SERVER.matcher(Files.readString(kubeconfig));
                String token = Files.readString(data.resolve("admin.token")).strip();
                if (found.find()) {
                    ask(Integer.parseInt(found.group(1)), token);
                }
            } catch (IOException | GeneralSecurityException e) {
                System.err.println("training run ended early: " + e.getMessage());
            }
        }
    }

    private static void ask(int port, String token) throws IOException, GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, new TrustManager[] {new TrustAll()}, null);
        String table = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
        String groups = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
        List<String> requests = List.of(
                request("GET", "/version", "application/json", "", ""),
                request("GET", "/api", groups, "", ""),
                request("GET", "/apis", groups, "", ""),
                request("GET", "/api/v1", "application/json", "", ""),
                request("GET", "/openapi/v3", "application/json", "", ""),
                request("POST", MAPS, "application/json", "application/json", MAP),
                request("GET", "/api/v1/namespaces?limit=500", table, "", ""),
                request("GET", MAPS + "?labelSelector=b%3Dc", "application/json", "", ""),
                request("PATCH", MAPS + "/a", "application/json", "application/merge-patch+json", "{\"data\":{}}"),
                request("PATCH", MAPS + "/a", "*/*", "application/strategic-merge-patch+json", "{\"data\":{}}"),
                request(
                        "PATCH",
                        MAPS + "/b?fieldManager=x",
                        "*/*",
                        "application/apply-patch+yaml",
                        "{kind: ConfigMap, apiVersion: v1, metadata: {name: b}, data: {x: y}}"),
                request("GET", MAPS + "?watch=true&timeoutSeconds=1&allowWatchBookmarks=true", "*/*", "", ""),
                request("DELETE", MAPS + "/a", "application/json", "", ""),
                request("GET", MAPS + "/none", "application/json", "", ""));
        for (String request : requests) {
            try (SSLSocket socket =
                    (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(10_000);
                String whole = request.replace("\r\n\r\n", "\r\nAuthorization: Bearer " + token + "\r\n\r\n");
                socket.getOutputStream().write(whole.getBytes(StandardCharsets.UTF_8));
                socket.getInputStream().readAllBytes();
            }
        }
    }

    private static String request(String method, String path, String accept, String type, String body) {
        String kind = type.isEmpty() ? "" : "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length();
        return method + " " + path
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nUser-Agent: training\r\nAccept: " + accept
                + kind + "\r\n\r\n" + body;
    }

    /// A training run has nothing to protect.
    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
