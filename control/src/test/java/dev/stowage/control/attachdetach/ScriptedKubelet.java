package dev.stowage.control.attachdetach;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// Follows the order in which kubelets write and read: what will be mounted is written as in use, then the
/// node is read, and what it reports as attached is mounted.
final class ScriptedKubelet implements AutoCloseable {
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Informers informers;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final WorkQueue<String> queue;
    private final Set<VolumeNodeKey> mounted = ConcurrentHashMap.newKeySet();

    ScriptedKubelet(ControllerFixture fixture) throws InterruptedException {
        informers = new Informers(fixture.api(), timer);
        pods = informers.of(Kinds.PODS);
        nodes = informers.of(Kinds.NODES);
        queue = new WorkQueue<>(
                "kubelet",
                8,
                new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(100)),
                this::work,
                timer,
                new WorkQueueMetrics(new PrometheusRegistry()));
        pods.addEventHandler((before, now) -> {
            Pod pod = now == null ? before : now;
            if (pod != null) {
                queue.add(pod.nodeName());
            }
        });
        nodes.addEventHandler((before, now) -> {
            if (now != null) {
                queue.add(now.meta().name());
            }
        });
        informers.start();
        pods.awaitSynced();
        nodes.awaitSynced();
        queue.start();
    }

    boolean hasMounted(String volume, String node) {
        return mounted.contains(new VolumeNodeKey(volume, node));
    }

    Set<VolumeNodeKey> mounted() {
        return Set.copyOf(mounted);
    }

    private ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        Set<String> wanted = new HashSet<>();
        pods.all().stream()
                .filter(pod -> pod.nodeName().equals(name))
                .forEach(pod -> pod.claims().forEach(claim -> wanted.add(AttachDetachFixture.unique(claim))));
        mounted.removeIf(link -> link.node().equals(name) && !wanted.contains(link.volume()));
        Node node = nodes.find(name).orElseThrow();
        if (!node.inUse().equals(wanted)) {
            var body = Json.object();
            ArrayNode list = body.putObject("status").putArray("volumesInUse");
            wanted.stream().sorted().forEach(list::add);
            nodes.patch(node, Patch.merge(body).status());
        }
        Node fresh = nodes.fetch(NamespacedName.of(name)).orElseThrow();
        fresh.attached().stream()
                .map(Node.AttachedVolume::name)
                .filter(wanted::contains)
                .forEach(volume -> mounted.add(new VolumeNodeKey(volume, name)));
        return ReconcileResult.done();
    }

    @Override
    public void close() {
        queue.close();
        informers.close();
        timer.shutdownNow();
    }
}
