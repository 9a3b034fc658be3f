package dev.stowage.control.stage;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.control.Shared;
import dev.stowage.control.act.ClusterHands;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// Everything that a controller needs: an embedded API server, and what [Shared] holds on top of it.
public final class Stage implements AutoCloseable {
    private final EmbeddedApi server;
    private final ClusterAccess cluster;
    private final KubeClient api;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Informers informers;
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final WorkQueueMetrics queues = new WorkQueueMetrics(metrics);
    private final List<EventRecorder> recorders = new ArrayList<>();

    public Stage(Path folder) throws IOException, InterruptedException {
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")));
        server.writeKubeconfig(folder.resolve("kubeconfig"));
        cluster = ClusterAccess.of(folder.resolve("kubeconfig").toString(), "");
        api = new KubeClient(cluster, RequestLimiter.adaptive(), "stage");
        informers = new Informers(api, timer);
        // Without it the server takes no pod.
        create(Kinds.SERVICE_ACCOUNTS, "default", "{\"metadata\":{\"name\":\"default\"}}");
    }

    /// For what a test does by itself, as a user or as another component.
    public KubeClient api() {
        return api;
    }

    public ClusterAccess cluster() {
        return cluster;
    }

    /// Shared by all controllers of this stage, as in the program; start them after the controllers are made.
    public Informers informers() {
        return informers;
    }

    public Shared shared(String component) {
        return shared(component, InstantSource.system());
    }

    public Shared shared(String component, InstantSource clock) {
        return shared(component, clock, FeatureGates.defaults());
    }

    public Shared shared(String component, InstantSource clock, FeatureGates gates) {
        var events = new EventRecorder(api, component, "stage", clock);
        recorders.add(events);
        return new Shared(
                api, informers, events, new ClusterHands(informers, events), metrics, queues, timer, clock, gates);
    }

    /// @param json an object without kind and version
    public <T extends KubeObject> T create(Kind<T> kind, String namespace, String json)
            throws IOException, InterruptedException {
        return api.create(kind, namespace, parse(json));
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

    /// The object as the server has it now, whole.
    public JsonNode get(Kind<?> kind, String namespace, String name) throws IOException, InterruptedException {
        return api.get(kind, namespace, name);
    }

    /// Whether the mirrors show an object as it was written, or later. Watches of different kinds are not in step: who
    /// counts on an order between two kinds waits for the first before he writes the second.
    public <T extends KubeObject> boolean hasSeen(Kind<T> kind, T written) {
        return informers.of(kind)
                .find(written.key())
                .filter(seen -> !written.meta().isNewerThan(seen.meta()))
                .isPresent();
    }

    public <T extends KubeObject> void awaitSeen(Kind<T> kind, T written) {
        await().until(() -> hasSeen(kind, written));
    }

    @Override
    public void close() throws IOException {
        recorders.forEach(EventRecorder::close);
        informers.close();
        timer.shutdownNow();
        api.close();
        server.close();
    }
}
