package dev.stowage.cluster.podgc;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes orphaned pods: of deleted nodes, of out-of-service nodes, never scheduled, or terminated above the
/// threshold.
public final class PodGcController implements Controller {
    private static final Logger log = LoggerFactory.getLogger(PodGcController.class);
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(20));
    private static final String OVER = "over";

    /// The event of a new node may only be late.
    static final Duration QUARANTINE = Duration.ofSeconds(40);

    /// What to reconcile.
    private sealed interface WorkItem {
        record OnePod(NamespacedName pod) implements WorkItem {}

        record LostNode(String node) implements WorkItem {}

        record TerminatedPods() implements WorkItem {}
    }

    private final ControllerContext context;
    private final PodGcOptions options;
    private final Duration quarantine;
    private final Informer<Node> nodes;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByNode;
    private final Index<Pod> over;
    private final WorkQueue<WorkItem> queue;
    private final Set<String> quarantined = ConcurrentHashMap.newKeySet();

    public PodGcController(ControllerContext context, PodGcOptions options) {
        this(context, options, QUARANTINE);
    }

    public PodGcController(ControllerContext context, PodGcOptions options, Duration quarantine) {
        this.context = context;
        this.options = options;
        this.quarantine = quarantine;
        this.nodes = context.informers().of(Kinds.NODES);
        this.pods = context.informers().of(Kinds.PODS);
        this.podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        this.over = pods.index(pod -> pod.isOver() ? List.of(OVER) : List.of());
        this.queue = new WorkQueue<>(name(), 4, PAUSES, this::reconcile, context.timer(), context.queues());
    }

    @Override
    public String name() {
        return ControllerName.POD_GARBAGE.text();
    }

    @Override
    public void start() throws InterruptedException {
        nodes.awaitSynced();
        pods.awaitSynced();
        // Only now: before the nodes are synced, all pods would look orphaned.
        pods.addEventHandler((before, now) -> {
            if (now != null) {
                note(now);
            }
        });
        nodes.addEventHandler((before, now) -> {
            if (now != null) {
                podsByNode.get(now.meta().name()).stream()
                        .filter(Pod::isBeingDeleted)
                        .forEach(this::note);
            } else if (before != null) {
                podsByNode.get(before.meta().name()).forEach(this::note);
            }
        });
        queue.start();
    }

    private void note(Pod pod) {
        if (pod.isBeingDeleted()) {
            queue.add(new WorkItem.OnePod(pod.key()));
        }
        if (pod.isOver()) {
            queue.add(new WorkItem.TerminatedPods());
        }
        String node = pod.nodeName();
        if (!node.isEmpty() && nodes.find(node).isEmpty() && quarantined.add(node)) {
            queue.addAfter(new WorkItem.LostNode(node), quarantine);
        }
    }

    @Override
    public void close() {
        queue.close();
    }

    private ReconcileResult reconcile(WorkItem workItem) throws InterruptedException {
        try {
            switch (workItem) {
                case WorkItem.OnePod(NamespacedName key) -> one(key);
                case WorkItem.LostNode(String node) -> lost(node);
                case WorkItem.TerminatedPods() -> over();
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            // Not found may refer to one pod of many.
            return FailureResult.retry(e);
        }
    }

    private void one(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<Pod> pod = pods.find(key);
        if (pod.isPresent()
                && PodGcDecision.isAbandoned(pod.get(), nodes.find(pod.get().nodeName()))
                && PodGcDecision.isAbandoned(pod.get(), read(pod.get().nodeName()))) {
            log.info("Force-deleting pod {}: no kubelet will do it.", key);
            context.executor().execute(PodGcDecision.end(pod.get()));
        }
    }

    /// Without a kubelet's consent a pod is deleted only if the server agrees that its node is out of
    /// service: another pod takes its place, and its volumes.
    private Optional<Node> read(String node) throws ApiFailure, InterruptedException {
        return node.isEmpty() ? Optional.empty() : nodes.fetch(NamespacedName.of(node));
    }

    private void lost(String node) throws ApiFailure, InterruptedException {
        // Read from the server: the cache may be stale.
        boolean exists = nodes.find(node).isPresent()
                || nodes.fetch(NamespacedName.of(node)).isPresent();
        quarantined.remove(node);
        if (!exists) {
            for (Pod pod : podsByNode.get(node)) {
                log.info("Deleting pod {}: its node {} no longer exists.", pod.key(), node);
                context.executor()
                        .execute(PodGcDecision.endOrphan(pod, context.clock().instant()));
            }
        }
    }

    private void over() throws ApiFailure, InterruptedException {
        for (Pod pod : PodGcDecision.tooMany(over.get(OVER), options.threshold())) {
            context.executor().execute(PodGcDecision.end(pod));
        }
    }
}
