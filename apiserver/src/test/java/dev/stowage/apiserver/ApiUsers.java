package dev.stowage.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.TlsContexts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;

/// A whole server, and users who send requests to it with their certificates. JSON is written with `'` for `"`.
public final class ApiUsers implements AutoCloseable {
    private static final String ADMIN = "admin";

    private final EmbeddedApi api;
    private final Map<String, HttpClient> clients = new HashMap<>();

    public ApiUsers(Path folder) throws IOException, InterruptedException {
        this(EmbeddedApiOptions.in(folder));
    }

    public ApiUsers(EmbeddedApiOptions options) throws IOException, InterruptedException {
        api = EmbeddedApi.start(options);
    }

    public EmbeddedApi api() {
        return api;
    }

    /// A node is in the group of nodes, `admin` in that of the masters, and everybody else in none.
    private HttpClient client(String user) throws GeneralSecurityException {
        HttpClient known = clients.get(user);
        if (known != null) {
            return known;
        }
        CertificateProfile profile = user.startsWith("system:node:")
                ? CertificateProfile.client(user, "system:nodes")
                : user.equals(ADMIN)
                        ? CertificateProfile.client(user, "system:masters")
                        : CertificateProfile.client(user);
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(TlsContexts.insecureClient(api.pkiDirectory().sign(profile)))
                .build();
        clients.put(user, client);
        return client;
    }

    /// @param body empty for none
    public HttpResponse<String> send(String user, String method, String path, String body) throws Exception {
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        return send(user, method, path, type, body);
    }

    public HttpResponse<String> send(String user, String method, String path, String type, String body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(api.address() + path))
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                .build();
        return client(user).send(request, HttpResponse.BodyHandlers.ofString());
    }

    /// Server-side apply.
    public HttpResponse<String> apply(String user, String path, String body) throws Exception {
        return send(user, "PATCH", path + "?fieldManager=test", "application/apply-patch+yaml", body);
    }

    public int code(String user, String method, String path, String body) throws Exception {
        return send(user, method, path, body).statusCode();
    }

    public int get(String user, String path) throws Exception {
        return code(user, "GET", path, "");
    }

    /// As the administrator, who may.
    public void create(String path, String object) throws Exception {
        HttpResponse<String> answer = send(ADMIN, "POST", path, object);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /// As the administrator, with a merge patch.
    public void change(String path, String patch) throws Exception {
        HttpResponse<String> answer = send(ADMIN, "PATCH", path, patch);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /// Gives a user one rule of the whole cluster.
    ///
    /// @param rule such as `'verbs':['get'],'apiGroups':[''],'resources':['pods']`
    public void allow(String user, String rule) throws Exception {
        String name = user.replace(':', '-') + "-" + Integer.toHexString(rule.hashCode());
        String group = "/apis/rbac.authorization.k8s.io/v1/";
        create(group + "clusterroles", "{'metadata':{'name':'" + name + "'},'rules':[{" + rule + "}]}");
        create(group + "clusterrolebindings", """
                {'metadata':{'name':'%1$s'},
                 'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'%1$s'},
                 'subjects':[{'apiGroup':'rbac.authorization.k8s.io','kind':'User','name':'%2$s'}]}""".formatted(name, user));
    }

    @Override
    public void close() throws IOException {
        clients.values().forEach(HttpClient::close);
        api.close();
    }
}
