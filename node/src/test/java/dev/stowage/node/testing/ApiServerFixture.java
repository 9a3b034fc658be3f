package dev.stowage.node.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// An embedded API server, and the context that the parts of a node share.
public final class ApiServerFixture implements AutoCloseable {
    public static final String NODE = "n1";

    private final EmbeddedApi server;
    private final KubeClient api;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Informers informers;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final WorkQueueMetrics queues = new WorkQueueMetrics(metrics);
    private final EventRecorder events;

    public ApiServerFixture(Path folder) throws IOException, InterruptedException {
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")));
        server.writeKubeconfig(folder.resolve("kubeconfig"));
        api = new KubeClient(
                ClusterAccess.of(folder.resolve("kubeconfig").toString(), ""), RequestLimiter.adaptive(), "ground");
        informers = new Informers(api, timer);
        events = new EventRecorder(api, "kubelet", NODE, InstantSource.system());
        // The server rejects pods without it.
        create(Kinds.SERVICE_ACCOUNTS, "default", "{\"metadata\":{\"name\":\"default\"}}");
    }

    public NodeContext shared(KubeletPaths paths) {
        return shared(paths, InstantSource.system());
    }

    public NodeContext shared(KubeletPaths paths, InstantSource clock) {
        return new NodeContext(NODE, paths, api, informers, events, metrics, queues, timer, clock, _ -> {});
    }

    public KubeClient api() {
        return api;
    }

    public Informers informers() {
        return informers;
    }

    public PrometheusRegistry metrics() {
        return metrics;
    }

    /// @param json an object without kind and version
    public <T extends KubeObject> T create(Kind<T> kind, String namespace, String json)
            throws IOException, InterruptedException {
        return api.create(kind, namespace, parse(json));
    }

    /// A pod on this node.
    ///
    /// @param volumes the list of its volumes, as JSON
    public NodePod pod(String name, String volumes) throws IOException, InterruptedException {
        return create(NodePod.KIND, "default", """
                {"metadata": {"name": "%s", "labels": {"app": "web"}, "annotations": {"note": "a\\"b"}},
                 "spec": {"nodeName": "%s", "containers": [{"name": "main", "image": "none"}], "volumes": %s}}""".formatted(name, NODE, volumes));
    }

    /// @param json a merge patch
    public <T extends KubeObject> T change(Kind<T> kind, String namespace, String name, String json)
            throws IOException, InterruptedException {
        return api.patch(kind, namespace, name, Patch.merge(parse(json)));
    }

    /// @param json a merge patch of the status
    public <T extends KubeObject> T changeStatus(Kind<T> kind, String namespace, String name, String json)
            throws IOException, InterruptedException {
        return api.patch(kind, namespace, name, Patch.merge(parse(json)).status());
    }

    private static ObjectNode parse(String json) throws IOException {
        return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        events.close();
        informers.close();
        timer.shutdownNow();
        api.close();
        server.close();
    }
}
