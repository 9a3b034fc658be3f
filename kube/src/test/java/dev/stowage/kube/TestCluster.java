package dev.stowage.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A real API server for one test.
public final class TestCluster implements AutoCloseable {
    private final EmbeddedApi server;
    private final ClusterAccess cluster;
    private final KubeClient api;

    public TestCluster(Path folder, int port) throws IOException, InterruptedException {
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")).port(port));
        server.writeKubeconfig(folder.resolve("kubeconfig"));
        cluster = ClusterAccess.of(folder.resolve("kubeconfig").toString(), "");
        api = new KubeClient(cluster, RequestLimiter.adaptive(), "test");
    }

    public int port() {
        return server.port();
    }

    public ClusterAccess cluster() {
        return cluster;
    }

    public KubeClient api() {
        return api;
    }

    public static ObjectNode json(String text) throws IOException {
        return (ObjectNode) Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    public PersistentVolumeClaim claim(String name) throws IOException, InterruptedException {
        return api.create(Kinds.CLAIMS, "default", json("""
                {"metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name)));
    }

    /// Removes the finalizer itself, because no controller does it here.
    public void deleteForGood(PersistentVolumeClaim claim) throws IOException, InterruptedException {
        PersistentVolumeClaim now = claim;
        for (String finalizer : claim.meta().finalizers()) {
            now = api.patch(Kinds.CLAIMS, "default", claim.meta().name(), Patch.removeFinalizer(now, finalizer));
        }
        api.delete(now, Kinds.CLAIMS);
    }

    /// Stops only the server; the client stays and must handle it.
    public void closeServer() throws IOException {
        server.close();
    }

    @Override
    public void close() throws IOException {
        api.close();
        closeServer();
    }
}
