package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.staticpod.StaticPods;
import dev.stowage.node.subpath.SubPaths;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/// A pod worker with a real API server and in-memory containers and volumes.
final class PodWorkerFixture implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    final ApiServerFixture apiServer;
    final InMemoryRuntime runtime = new InMemoryRuntime();
    final InMemoryVolumes volumes;
    final NodeContext nodeContext;
    private final List<JsonNode> statuses = new CopyOnWriteArrayList<>();
    private @Nullable PodWorker runner;

    PodWorkerFixture(MountFixture folder) throws IOException, InterruptedException {
        this(folder, InstantSource.system());
    }

    PodWorkerFixture(MountFixture folder, InstantSource clock) throws IOException, InterruptedException {
        apiServer = new ApiServerFixture(folder.path());
        volumes = new InMemoryVolumes(folder.path().resolve("volumes"));
        nodeContext = apiServer.shared(folder.kubelet(), clock);
        apiServer.informers().of(NodePod.KIND).addEventHandler((_, now) -> {
            if (now != null && (statuses.isEmpty() || !statuses.getLast().equals(now.status()))) {
                statuses.add(now.status());
            }
        });
        apiServer.informers().start();
    }

    PodWorker begin() throws InterruptedException {
        return begin(runtime);
    }

    PodWorker begin(ContainerRuntime other) throws InterruptedException {
        return begin(other, StaticPods.none());
    }

    PodWorker begin(ContainerRuntime other, StaticPods staticPods) throws InterruptedException {
        runner = new PodWorker(nodeContext, volumes, new WholeVolumes(), other, "192.0.2.7", staticPods);
        runner.start();
        return runner;
    }

    void end() {
        if (runner != null) {
            runner.close();
        }
    }

    /// All statuses of the pod so far, including the initial one.
    List<JsonNode> statuses() {
        return statuses;
    }

    /// Waits until the informer, which may lag behind the server, has the pod in that phase.
    void awaitSeen(String phase) {
        Awaitility.await(phase)
                .atMost(PATIENCE)
                .until(() -> !statuses.isEmpty()
                        && statuses.getLast().path("phase").asText().equals(phase));
    }

    /// @param spec the pod spec except the node, as JSON
    NodePod pod(String name, String spec) throws IOException, InterruptedException {
        return apiServer.create(NodePod.KIND, "default", """
                {"metadata": {"name": "%s"}, "spec": {"nodeName": "%s", %s}}""".formatted(name, ApiServerFixture.NODE, spec));
    }

    /// Adds an ephemeral container to a pod, as `kubectl debug` does.
    void debug(String name, String container) throws IOException, InterruptedException {
        JsonNode body = Json.read(
                ("{\"spec\": {\"ephemeralContainers\": [" + container + "]}}").getBytes(StandardCharsets.UTF_8));
        apiServer
                .api()
                .patch(NodePod.KIND, "default", name, new Patch(Patch.Type.STRATEGIC, body, "ephemeralcontainers"));
    }

    /// Empty while the pod does not exist: the node creates mirrors of static pods itself.
    JsonNode status(String name) throws IOException, InterruptedException {
        try {
            return apiServer.api().get(NodePod.KIND, "default", name).path("status");
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Json.object();
            }
            throw e;
        }
    }

    void awaitPhase(String name, String phase) {
        await(name, status -> status.path("phase").asText().equals(phase));
    }

    void awaitReady(String name) {
        await(
                name,
                status -> status.path("conditions")
                        .valueStream()
                        .anyMatch(condition -> condition.path("type").asText().equals("Ready")
                                && condition.path("status").asText().equals("True")));
    }

    JsonNode await(String name, Predicate<JsonNode> which) {
        return Awaitility.await("pod " + name).atMost(PATIENCE).until(() -> status(name), which);
    }

    void delete(NodePod pod, long grace) throws IOException, InterruptedException {
        apiServer.api().delete(pod, NodePod.KIND, DeleteOptions.defaults().withGracePeriod(grace));
    }

    void awaitGone(String name) {
        Awaitility.await("the end of pod " + name)
                .atMost(PATIENCE)
                .until(() -> apiServer.api().find(NodePod.KIND, "default", name).isEmpty());
    }

    List<String> events() throws IOException, InterruptedException {
        return apiServer
                .api()
                .read(Kinds.EVENTS.path("default"))
                .path("items")
                .valueStream()
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }

    void awaitVolumes(String call) {
        Awaitility.await(call).atMost(PATIENCE).until(() -> volumes.calls().contains(call));
    }

    void awaitCall(String call) {
        Awaitility.await(call).atMost(PATIENCE).until(() -> runtime.calls().contains(call));
    }

    @Override
    public void close() throws IOException {
        end();
        apiServer.close();
    }

    /// Resolves subPaths without a bind mount.
    private static final class WholeVolumes implements SubPaths {
        @Override
        public Path prepare(NodePod pod, String container, int mount, HostVolume volume, String subPath) {
            return volume.path().resolve(subPath);
        }

        @Override
        public void release(String podUid) {}
    }
}
