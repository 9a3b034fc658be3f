package dev.stowage.sidecar.healthmonitor;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends events to claims when the node of their pods fails, and when it recovers.
final class NodeWatcher implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(NodeWatcher.class);

    private final Informer<Node> nodes;
    private final Index<Pod> podsByNode;
    private final Informer<PersistentVolumeClaim> claims;
    private final MonitoredVolumes volumes;
    private final EventRecorder events;
    private final InstantSource clock;
    private final Map<String, NodeFailure> failures = new ConcurrentHashMap<>();

    NodeWatcher(
            Informer<Node> nodes,
            Informer<Pod> pods,
            Informer<PersistentVolumeClaim> claims,
            MonitoredVolumes volumes,
            EventRecorder events,
            InstantSource clock) {
        this.nodes = nodes;
        this.podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        this.claims = claims;
        this.volumes = volumes;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public ReconcileResult work(String name) {
        Optional<Node> node = nodes.find(name);
        boolean ready = node.isPresent() && node.get().ready();
        Instant now = clock.instant();
        return switch (NodeFailure.decide(failures.get(name), node.isPresent(), ready, now)) {
            case NodeFailure.Nothing() -> {
                if (ready || node.isEmpty()) {
                    failures.remove(name);
                }
                yield ReconcileResult.done();
            }
            case NodeFailure.CheckAgain(var after) -> {
                failures.putIfAbsent(name, new NodeFailure(now, false));
                yield ReconcileResult.requeueAfter(after);
            }
            case NodeFailure.ReportFailed() -> {
                log.info("Node {} has failed; sending events to the claims of its pods.", name);
                claimsOn(name)
                        .forEach((claim, pods) -> report(
                                claim,
                                "NodeFailed",
                                "Node " + name + " has failed; pods " + pods + " on it use this claim."));
                if (node.isPresent()) {
                    failures.put(name, new NodeFailure(now, true));
                }
                yield ReconcileResult.done();
            }
            case NodeFailure.ReportRecovered() -> {
                log.info("Node {} has recovered; sending events to the claims of its pods.", name);
                claimsOn(name)
                        .forEach((claim, _) -> report(claim, "NodeRecovered", "Node " + name + " has recovered."));
                failures.remove(name);
                yield ReconcileResult.done();
            }
        };
    }

    private void report(NamespacedName claim, String reason, String message) {
        claims.find(claim).ifPresent(found -> events.warning(found.reference(), reason, message));
    }

    /// The claims on volumes of this driver that pods on the node use, with the pods' names.
    private Map<NamespacedName, List<String>> claimsOn(String node) {
        Map<NamespacedName, List<String>> found =
                new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        for (Pod pod : podsByNode.get(node)) {
            for (String name : pod.isOver() ? List.<String>of() : pod.claims()) {
                NamespacedName key = new NamespacedName(pod.meta().namespace(), name);
                boolean ours = claims.find(key)
                        .flatMap(claim -> volumes.find(claim.volumeName()))
                        .isPresent();
                if (ours) {
                    found.computeIfAbsent(key, _ -> new ArrayList<>())
                            .add(pod.meta().name());
                }
            }
        }
        return found;
    }
}
