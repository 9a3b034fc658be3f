package dev.stowage.cli.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An API server with the accounts and RBAC rules of the chart, and a cluster administrator.
final class RbacFixture implements AutoCloseable {
    private static final String RBAC = "rbac.authorization.k8s.io";

    private final Path home;
    private final EmbeddedApi server;
    private final KubeClient api;

    RbacFixture(Path home, ObservedRequests observedRequests) throws IOException, InterruptedException {
        this.home = home;
        server = EmbeddedApi.start(EmbeddedApiOptions.in(home.resolve("api")), observedRequests);
        Path kubeconfig = home.resolve("admin.conf");
        server.writeKubeconfig(kubeconfig);
        api = new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "test");
        create(Kinds.NAMESPACES, "", "{'metadata': {'name': '" + TestServiceAccount.NAMESPACE + "'}}");
        for (RuleFile set : RuleFile.all()) {
            role("clusterroles", "ClusterRole", "", set.name(), set.cluster());
            role("roles", "Role", TestServiceAccount.NAMESPACE, set.name(), set.home());
        }
    }

    KubeClient api() {
        return api;
    }

    private void role(String plural, String kind, String namespace, String name, ArrayNode rules)
            throws IOException, InterruptedException {
        ObjectNode role = json("{'metadata': {'name': '" + name + "'}}");
        role.set("rules", rules);
        api.create(rbac(plural, kind, !namespace.isEmpty()), namespace, role);
    }

    private static Kind<PartialObjectMetadata> rbac(String plural, String kind, boolean namespaced) {
        return new Kind<>(RBAC, "v1", plural, kind, namespaced, PartialObjectMetadata::read);
    }

    /// @return the account's kubeconfig
    Path add(TestServiceAccount testServiceAccount) throws IOException, InterruptedException {
        String namespace = TestServiceAccount.NAMESPACE;
        create(Kinds.SERVICE_ACCOUNTS, namespace, "{'metadata': {'name': '" + testServiceAccount.name() + "'}}");
        for (String set : testServiceAccount.sets()) {
            String binding = """
                    {'metadata': {'name': '%s-%s'},
                     'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'KIND', 'name': '%s'},
                     'subjects': [{'kind': 'ServiceAccount', 'name': '%s', 'namespace': '%s'}]}""".formatted(testServiceAccount.name(), set, set, testServiceAccount.name(), namespace);
            api.create(
                    rbac("clusterrolebindings", "ClusterRoleBinding", false),
                    "",
                    json(binding.replace("KIND", "ClusterRole")));
            api.create(rbac("rolebindings", "RoleBinding", true), namespace, json(binding.replace("KIND", "Role")));
        }
        JsonNode token = api.createSubresource(
                Kinds.SERVICE_ACCOUNTS,
                namespace,
                testServiceAccount.name(),
                "token",
                json("{'apiVersion': 'authentication.k8s.io/v1', 'kind': 'TokenRequest',"
                        + " 'spec': {'expirationSeconds': 3600}}"));
        Path file = home.resolve(testServiceAccount.name() + ".conf");
        Files.writeString(file, """
                apiVersion: v1
                kind: Config
                clusters: [{name: here, cluster: {server: "%s", certificate-authority: "%s"}}]
                users: [{name: account, user: {token: "%s"}}]
                contexts: [{name: here, context: {cluster: here, user: account}}]
                current-context: here
                """.formatted(
                        server.address(),
                        server.pkiDirectory().folder().resolve("ca.crt"),
                        token.at("/status/token").asText()));
        return file;
    }

    static ObjectNode json(String text) throws IOException {
        return (ObjectNode) Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    <T extends KubeObject> T create(Kind<T> kind, String namespace, String text)
            throws IOException, InterruptedException {
        return api.create(kind, namespace, json(text));
    }

    void merge(Kind<?> kind, String namespace, String name, String text) throws IOException, InterruptedException {
        api.patch(kind, namespace, name, Patch.merge(json(text)));
    }

    void mergeStatus(Kind<?> kind, String namespace, String name, String text)
            throws IOException, InterruptedException {
        api.patch(kind, namespace, name, Patch.merge(json(text)).status());
    }

    JsonNode get(Kind<?> kind, String namespace, String name) throws IOException, InterruptedException {
        try {
            return api.get(kind, namespace, name);
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Json.object();
            }
            throw e;
        }
    }

    <T extends KubeObject> List<T> all(Kind<T> kind) throws IOException, InterruptedException {
        return api.list(kind, "").items();
    }

    void delete(Kind<?> kind, String namespace, String name) throws IOException, InterruptedException {
        JsonNode found = get(kind, namespace, name);
        if (!found.isEmpty()) {
            api.delete(kind.read(found), kind);
        }
    }

    @Override
    public void close() throws IOException {
        api.close();
        server.close();
    }
}
