package dev.stowage.node.nodestatus;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Node.AttachedVolume;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.runtime.ContainerRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Registers the node and maintains its Node object and its lease.
public final class NodeStatusController implements ControllerRole, RegisteredNode {
    private static final Logger log = LoggerFactory.getLogger(NodeStatusController.class);
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(7));
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration HEARTBEAT = Duration.ofMinutes(5);
    private static final Duration LONGEST_ASK = Duration.ofMinutes(1);
    private static final String RUNTIME = "runtime";

    /// Periodic tasks, each with one worker.
    private enum QueueKey {
        STATUS,
        LEASE
    }

    private final NodeContext nodeContext;
    private final NodeInfoReader facts;
    private final Informer<Node> informer;
    private final NodeStatusWriter writer;
    private final NodeLease lease;
    private final WorkQueue<QueueKey> queue;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final List<ScheduledFuture<?>> clocks = new CopyOnWriteArrayList<>();
    private @Nullable Thread portWait;

    /// @param port the port of the node server, once it listens
    public NodeStatusController(
            NodeContext nodeContext, NodeStatusOptions options, ContainerRuntime runtime, Future<Integer> port) {
        this.nodeContext = nodeContext;
        this.facts = new NodeInfoReader(nodeContext, options, runtime, port, why -> setNotReady(RUNTIME, why));
        this.informer = nodeContext.informers().of(Kinds.NODES);
        this.writer = new NodeStatusWriter(nodeContext, facts::read);
        // Other requests of the node must not delay its heartbeat.
        this.lease = new NodeLease(
                nodeContext.api().withLimit(RequestLimiter.adaptive()), nodeContext.node(), nodeContext.clock());
        this.queue = new WorkQueue<>("node", 2, PAUSES, this::work, nodeContext.timer(), nodeContext.queues());
    }

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        queue.start();
        queue.add(QueueKey.STATUS);
        informer.addEventHandler(this::changed);
        every(HEARTBEAT, () -> {
            writer.scheduleHeartbeat();
            queue.add(QueueKey.STATUS);
        });
        every(LEASE, () -> queue.add(QueueKey.LEASE));
        var _ = writer.uid().thenRun(() -> queue.add(QueueKey.LEASE));
        portWait = Thread.ofVirtual().name("node-port").start(() -> {
            if (facts.awaitPort()) {
                writer.scheduleHeartbeat();
                queue.add(QueueKey.STATUS);
            }
        });
    }

    private void every(Duration time, Runnable task) {
        clocks.add(nodeContext.timer().scheduleAtFixedRate(task, time.toNanos(), time.toNanos(), TimeUnit.NANOSECONDS));
    }

    private ReconcileResult work(QueueKey queueKey) throws ApiFailure, InterruptedException {
        switch (queueKey) {
            case STATUS -> {
                NodeStatusWriter.Result result = writer.write();
                if (result == NodeStatusWriter.Result.LATER) {
                    return ReconcileResult.requeueAfter(NodeStatusWriter.SHORTEST);
                }
                if (result == NodeStatusWriter.Result.NEWS) {
                    listeners.forEach(Runnable::run);
                }
            }
            case LEASE -> {
                // Without the Node object the lease has no owner.
                Optional<Node> owner = writer.uid().isDone() ? informer.find(nodeContext.node()) : Optional.empty();
                if (owner.isPresent()) {
                    lease.renew(owner.get().meta().uid());
                    facts.refreshRuntimeVersion();
                }
            }
        }
        return ReconcileResult.done();
    }

    private void changed(@Nullable Node before, @Nullable Node now) {
        Node any = now == null ? before : now;
        if (any == null || !any.meta().name().equals(nodeContext.node())) {
            return;
        }
        queue.add(QueueKey.STATUS);
        if (before == null || now == null || !before.attached().equals(now.attached())) {
            listeners.forEach(Runnable::run);
        }
    }

    @Override
    public void close() {
        clocks.forEach(clock -> clock.cancel(false));
        if (portWait != null) {
            portWait.interrupt();
        }
        queue.close();
    }

    @Override
    public String awaitUid() throws InterruptedException {
        try {
            String first = writer.uid().get();
            // The object may have been recreated since.
            return informer.find(nodeContext.node())
                    .map(node -> node.meta().uid())
                    .orElse(first);
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for the UID of the node failed", e);
        }
    }

    @Override
    public void setNotReady(String part, String why) {
        if (writer.setNotReady(part, why)) {
            queue.add(QueueKey.STATUS);
        }
    }

    @Override
    public void reportVolumesInUse(Set<String> volumes) {
        if (writer.setVolumesInUse(volumes)) {
            queue.add(QueueKey.STATUS);
        }
    }

    @Override
    public Set<String> volumesReportedInUse() {
        return writer.volumesReportedInUse();
    }

    @Override
    public Set<String> volumesAttached() {
        return informer.find(nodeContext.node())
                .map(NodeStatusController::attached)
                .orElse(Set.of());
    }

    private static Set<String> attached(Node node) {
        return node.attached().stream().map(AttachedVolume::name).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean isAttachedNow(String volume) throws InterruptedException {
        try {
            return informer.fetch(NamespacedName.of(nodeContext.node()))
                    .map(NodeStatusController::attached)
                    .filter(all -> all.contains(volume))
                    .isPresent();
        } catch (ApiFailure e) {
            // The caller checks again; an unknown state must not count as attached.
            log.info("Cannot determine whether {} is attached: {}", volume, e.getMessage());
            return false;
        }
    }

    @Override
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public void addDriver(String driver, String nodeId, Map<String, String> topology) throws InterruptedException {
        update(driver, Optional.of(new DriverUpdate.Registration(nodeId, Map.copyOf(topology))));
    }

    @Override
    public void removeDriver(String driver) throws InterruptedException {
        update(driver, Optional.empty());
    }

    private void update(String driver, Optional<DriverUpdate.Registration> place) throws InterruptedException {
        var update = new DriverUpdate(driver, place, new CompletableFuture<>());
        writer.addUpdate(update);
        queue.add(QueueKey.STATUS);
        String refusal;
        try {
            refusal = update.result().get(LONGEST_ASK.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            writer.removeUpdate(update);
            refusal = "no response from the API server within " + LONGEST_ASK.toSeconds() + "s";
        }
        if (!refusal.isEmpty()) {
            throw new IllegalStateException("error updating Node object with CSI driver node info: " + refusal);
        }
    }
}
