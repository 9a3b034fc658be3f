package dev.stowage.control.attach;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.control.stage.Stage;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.QueueMetrics;
import dev.stowage.kube.queue.WorkQueue;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// Keeps to the order in which kubelets write and read: what will be mounted is written as in use, then the node is
/// read, and what it tells as attached is mounted.
final class ScriptedKubelet implements AutoCloseable {
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Mirrors mirrors;
    private final Mirror<Pod> pods;
    private final Mirror<Node> nodes;
    private final WorkQueue<String> queue;
    private final Set<LinkKey> mounted = ConcurrentHashMap.newKeySet();

    ScriptedKubelet(Stage stage) throws InterruptedException {
        mirrors = new Mirrors(stage.api(), timer);
        pods = mirrors.of(Kinds.PODS);
        nodes = mirrors.of(Kinds.NODES);
        queue = new WorkQueue<>(
                "kubelet",
                8,
                new Backoff(Duration.ofMillis(10), Duration.ofMillis(100)),
                this::work,
                timer,
                new QueueMetrics(new PrometheusRegistry()));
        pods.listen((before, now) -> {
            Pod pod = now == null ? before : now;
            if (pod != null) {
                queue.add(pod.nodeName());
            }
        });
        nodes.listen((before, now) -> {
            if (now != null) {
                queue.add(now.meta().name());
            }
        });
        mirrors.start();
        pods.awaitSynced();
        nodes.awaitSynced();
        queue.start();
    }

    boolean hasMounted(String volume, String node) {
        return mounted.contains(new LinkKey(volume, node));
    }

    Set<LinkKey> mounted() {
        return Set.copyOf(mounted);
    }

    private Outcome work(String name) throws ApiFailure, InterruptedException {
        Set<String> wanted = new HashSet<>();
        pods.all().stream()
                .filter(pod -> pod.nodeName().equals(name))
                .forEach(pod -> pod.claims().forEach(claim -> wanted.add(AttachScene.unique(claim))));
        mounted.removeIf(link -> link.node().equals(name) && !wanted.contains(link.volume()));
        Node node = nodes.find(name).orElseThrow();
        if (!node.inUse().equals(wanted)) {
            var body = Json.object();
            ArrayNode list = body.putObject("status").putArray("volumesInUse");
            wanted.stream().sorted().forEach(list::add);
            nodes.patch(node, Patch.merge(body).status());
        }
        Node fresh = nodes.fetch(Key.of(name)).orElseThrow();
        fresh.attached().stream()
                .map(Node.AttachedVolume::name)
                .filter(wanted::contains)
                .forEach(volume -> mounted.add(new LinkKey(volume, name)));
        return Outcome.done();
    }

    @Override
    public void close() {
        queue.close();
        mirrors.close();
        timer.shutdownNow();
    }
}
