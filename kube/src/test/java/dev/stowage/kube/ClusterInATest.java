package dev.stowage.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.kube.api.Cluster;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.api.Limit;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.object.Claim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A real API server for the length of a test.
public final class ClusterInATest implements AutoCloseable {
    private final EmbeddedApi server;
    private final Cluster cluster;
    private final KubeApi api;

    public ClusterInATest(Path folder, int port) throws IOException, InterruptedException {
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")).port(port));
        server.writeKubeconfig(folder.resolve("kubeconfig"));
        cluster = Cluster.of(folder.resolve("kubeconfig").toString(), "");
        api = new KubeApi(cluster, Limit.adaptive(), "test");
    }

    public int port() {
        return server.port();
    }

    public Cluster cluster() {
        return cluster;
    }

    public KubeApi api() {
        return api;
    }

    public static ObjectNode json(String text) throws IOException {
        return (ObjectNode) Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    public Claim claim(String name) throws IOException, InterruptedException {
        return api.create(Kinds.CLAIMS, "default", json("""
                {"metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name)));
    }

    /// Nobody here lets go of claims as the controllers of a cluster do.
    public void deleteForGood(Claim claim) throws IOException, InterruptedException {
        Claim now = claim;
        for (String finalizer : claim.meta().finalizers()) {
            now = api.patch(Kinds.CLAIMS, "default", claim.meta().name(), Patch.removeFinalizer(now, finalizer));
        }
        api.delete(now, Kinds.CLAIMS);
    }

    /// Ends the server alone: the client stays and has to cope.
    public void closeServer() throws IOException {
        server.close();
    }

    @Override
    public void close() throws IOException {
        api.close();
        closeServer();
    }
}
