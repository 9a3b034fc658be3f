package dev.stowage.cluster.nodelifecycle;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Detects nodes without heartbeats, and taints nodes by their conditions. A heartbeat enqueues the node;
/// silence is detected by one timer per node, set to the end of its grace period.
///
/// There are no zones, and no limit on how many nodes are evicted at a time; only when no node at all is
/// ready, no pod is evicted.
public final class NodeLifecycleController implements Controller {
    private static final Logger log = LoggerFactory.getLogger(NodeLifecycleController.class);
    private static final String LEASES = "kube-node-lease";
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(20), Duration.ofSeconds(10));

    private final ControllerContext context;
    private final NodeLifecycleOptions options;
    private final Informer<Node> nodes;
    private final Informer<Lease> leases;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByNode;
    private final WorkQueue<String> queue;
    private final Map<String, NodeHeartbeat> pulses = new ConcurrentHashMap<>();
    private final Set<String> alarms = ConcurrentHashMap.newKeySet();

    public NodeLifecycleController(ControllerContext context, NodeLifecycleOptions options) {
        this.context = context;
        this.options = options;
        this.nodes = context.informers().of(Kinds.NODES);
        this.pods = context.informers().of(Kinds.PODS);
        this.leases = context.informers().separate(context.api(), Kinds.LEASES, LEASES, "");
        this.podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        this.queue = new WorkQueue<>(name(), 8, PAUSES, this::reconcile, context.timer(), context.queues());
        leases.addEventHandler((before, now) -> {
            if (now != null) {
                queue.add(now.meta().name());
            }
        });
        nodes.addEventHandler(this::changed);
        pods.addEventHandler((before, now) -> {
            if (now != null && now.isReady() && (before == null || !before.isReady())) {
                nodes.find(now.nodeName())
                        .filter(node -> !node.ready())
                        .ifPresent(node -> queue.add(node.meta().name()));
            }
        });
    }

    private void changed(@Nullable Node before, @Nullable Node now) {
        if (now != null) {
            queue.add(now.meta().name());
        } else if (before != null) {
            queue.add(before.meta().name());
        }
        boolean was = before != null && before.ready();
        boolean is = now != null && now.ready();
        if (was != is) {
            // Whether other nodes are ready decides what happens to the silent ones.
            nodes.all().stream()
                    .filter(node -> !node.ready())
                    .forEach(node -> queue.add(node.meta().name()));
        }
    }

    @Override
    public String name() {
        return ControllerName.NODE_LIFECYCLE.text();
    }

    @Override
    public void start() throws InterruptedException {
        nodes.awaitSynced();
        pods.awaitSynced();
        leases.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }

    private ReconcileResult reconcile(String name) throws InterruptedException {
        Optional<Node> found = nodes.find(name);
        if (found.isEmpty()) {
            forget(name);
            return ReconcileResult.done();
        }
        Node node = found.get();
        Instant now = context.clock().instant();
        NodeHeartbeat before = pulses.get(name);
        Lease lease = leases.find(new NamespacedName(LEASES, name)).orElse(null);
        NodeHeartbeat nodeHeartbeat = NodeHeartbeat.after(before, node, lease, now);
        pulses.put(name, nodeHeartbeat);
        Instant until = nodeHeartbeat.until(node, options);
        boolean silent = now.isAfter(until);
        boolean live = nodes.all().stream().anyMatch(Node::ready);
        List<ClusterAction> actions = NodeLifecycleDecision.decide(node, silent, live, podsByNode.get(name), now);
        try {
            if (before == null) {
                context.executor()
                        .execute(NodeLifecycleDecision.nodeEvent(
                                node, "RegisteredNode", "Registered Node %s in Controller".formatted(name)));
            }
            if (silent && node.ready()) {
                log.info("Node {} has not sent a heartbeat since {}.", name, nodeHeartbeat.received());
            }
            context.executor().execute(actions);
        } catch (ApiFailure e) {
            // Not found may refer to one of its pods; the others must still be updated.
            return FailureResult.retry(e);
        }
        if (!silent) {
            setAlarm(name, until, now);
        }
        return ReconcileResult.done();
    }

    /// A timer that is already set fires first, and handles what is due then. It ends when it has fired, even
    /// if that was too early by the clock, which may have been set back.
    private void setAlarm(String name, Instant until, Instant now) {
        if (alarms.add(name)) {
            Duration rest = Duration.between(now, until.plusMillis(1));
            var _ = context.timer().schedule(() -> ring(name), rest.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void ring(String name) {
        alarms.remove(name);
        queue.add(name);
    }

    private void forget(String name) {
        NodeHeartbeat gone = pulses.remove(name);
        alarms.remove(name);
        queue.forget(name);
        if (gone != null) {
            log.info("Node {} was deleted.", name);
        }
    }
}
