package dev.stowage.cluster.nodelifecycle;

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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Deletes pods that do not tolerate the taints of their node.
public final class TaintEvictionController implements Controller {
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(20), Duration.ofSeconds(10));

    /// @param since when its eviction became due
    private record PendingEviction(String uid, Instant since) {}

    private final ControllerContext context;
    private final Informer<Node> nodes;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByNode;
    private final WorkQueue<NamespacedName> queue;
    private final Map<NamespacedName, PendingEviction> sentences = new ConcurrentHashMap<>();

    public TaintEvictionController(ControllerContext context) {
        this.context = context;
        this.nodes = context.informers().of(Kinds.NODES);
        this.pods = context.informers().of(Kinds.PODS);
        this.podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        this.queue = new WorkQueue<>(name(), 8, PAUSES, this::reconcile, context.timer(), context.queues());
        pods.addEventHandler((before, now) -> {
            if (now == null) {
                if (before != null) {
                    queue.add(before.key());
                }
            } else if (!now.nodeName().isEmpty()
                    && (before == null
                            || before.nodeName().isEmpty()
                            || !before.scheduling()
                                    .tolerations()
                                    .equals(now.scheduling().tolerations()))) {
                queue.add(now.key());
            }
        });
        nodes.addEventHandler((before, now) -> {
            List<?> was = before == null ? List.of() : TaintEvictionDecision.driving(before);
            if (now != null && !was.equals(TaintEvictionDecision.driving(now))) {
                podsByNode.get(now.meta().name()).forEach(pod -> queue.add(pod.key()));
            }
        });
    }

    @Override
    public String name() {
        return ControllerName.TAINT_EVICTION.text();
    }

    @Override
    public void start() throws InterruptedException {
        nodes.awaitSynced();
        pods.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }

    private ReconcileResult reconcile(NamespacedName key) throws InterruptedException {
        Optional<Pod> pod = pods.find(key);
        Optional<Node> node = pod.flatMap(one -> nodes.find(one.nodeName()));
        if (pod.isEmpty() || node.isEmpty()) {
            sentences.remove(key);
            return ReconcileResult.done();
        }
        try {
            return switch (TaintEvictionDecision.of(pod.get(), node.get())) {
                case TaintEvictionDecision.Never() -> spare(pod.get());
                case TaintEvictionDecision.After(Duration after) -> sentence(pod.get(), node.get(), after);
            };
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    private ReconcileResult spare(Pod pod) throws ApiFailure, InterruptedException {
        PendingEviction before = sentences.remove(pod.key());
        if (before != null && before.uid().equals(pod.meta().uid()) && !pod.isBeingDeleted()) {
            context.executor().execute(TaintEvictionDecision.cancelled(pod));
        }
        return ReconcileResult.done();
    }

    private ReconcileResult sentence(Pod pod, Node node, Duration after) throws ApiFailure, InterruptedException {
        Instant now = context.clock().instant();
        PendingEviction before = sentences.get(pod.key());
        PendingEviction pendingEviction =
                before != null && before.uid().equals(pod.meta().uid())
                        ? before
                        : new PendingEviction(pod.meta().uid(), TaintEvictionDecision.since(pod, node, now));
        sentences.put(pod.key(), pendingEviction);
        Instant end = pendingEviction.since().plus(after);
        if (now.isBefore(end)) {
            return ReconcileResult.requeueAfter(Duration.between(now, end));
        }
        context.executor().execute(TaintEvictionDecision.evict(pod, now));
        return ReconcileResult.done();
    }
}
