package dev.stowage.node.prober;

import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.context.NodeContext;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs the probes of containers periodically and notifies the pod worker when a result changes. No caller
/// waits for a probe. Thread-safe.
public final class Prober implements AutoCloseable {
    private static final int MOST_AT_ONCE = 64;
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    private record ProbeKey(String uid, String id, ProbeType kind) {}

    /// @param due when the initial delay is over, on the monotonic clock
    private record Watched(
            ProbedContainer container, ObjectReference pod, ProbeSpec spec, ProbeThreshold probeThreshold, long due) {
        Watched with(ProbeThreshold next) {
            return new Watched(container, pod, spec, next, due);
        }
    }

    private final NodeContext nodeContext;
    private final HandlerRunner handlerRunner;
    private final Consumer<String> enqueue;
    private final Map<ProbeKey, Watched> watched = new ConcurrentHashMap<>();
    private final WorkQueue<ProbeKey> queue;

    /// @param enqueue receives the UID of a pod when a probe result of one of its containers changed
    public Prober(NodeContext nodeContext, HandlerRunner handlerRunner, Consumer<String> enqueue) {
        this.nodeContext = nodeContext;
        this.handlerRunner = handlerRunner;
        this.enqueue = enqueue;
        this.queue =
                new WorkQueue<>("probes", MOST_AT_ONCE, PAUSES, this::probe, nodeContext.timer(), nodeContext.queues());
    }

    public void start() {
        queue.start();
    }

    /// Sets the running containers of a pod.
    ///
    /// @return the health of those with probes, by ID
    public Map<String, ContainerHealth> sync(String uid, ObjectReference pod, List<ProbedContainer> containers) {
        watched.keySet()
                .removeIf(key -> key.uid().equals(uid)
                        && containers.stream().noneMatch(one -> one.id().equals(key.id())));
        Map<String, ContainerHealth> health = new HashMap<>();
        for (ProbedContainer one : containers) {
            boolean any = false;
            for (ProbeType kind : ProbeType.values()) {
                any |= watch(new ProbeKey(uid, one.id(), kind), one, pod);
            }
            if (any) {
                health.put(one.id(), health(uid, one.id()));
            }
        }
        return health;
    }

    private boolean watch(ProbeKey key, ProbedContainer one, ObjectReference pod) {
        if (!one.spec().has(key.kind().field())) {
            return false;
        }
        if (watched.containsKey(key)) {
            return true;
        }
        boolean verdict = switch (key.kind()) {
            case STARTUP -> one.started();
            case READINESS -> one.ready();
            case LIVENESS -> true;
        };
        ProbeSpec spec = ProbeSpec.read(one.spec().path(key.kind().field()));
        Duration left = left(spec.delay(), one.since());
        var begun = new Watched(one, pod, spec, ProbeThreshold.assuming(verdict), System.nanoTime() + left.toNanos());
        if (watched.putIfAbsent(key, begun) == null) {
            queue.addAfter(key, left);
        }
        return true;
    }

    /// What is left of the initial delay; never more than all of it, whatever happened to the clock since the start.
    private Duration left(Duration delay, Instant since) {
        Duration left = delay.minus(Duration.between(since, nodeContext.clock().instant()));
        return left.isNegative() ? Duration.ZERO : left.compareTo(delay) > 0 ? delay : left;
    }

    private ContainerHealth health(String uid, String id) {
        Watched startup = find(uid, id, ProbeType.STARTUP);
        Watched liveness = find(uid, id, ProbeType.LIVENESS);
        Watched readiness = find(uid, id, ProbeType.READINESS);
        boolean started = startup == null || startup.probeThreshold().verdict();
        boolean startable =
                startup == null || started || startup.probeThreshold().length() < failures(startup);
        return new ContainerHealth(
                started,
                started && (readiness == null || readiness.probeThreshold().verdict()),
                startable && (liveness == null || liveness.probeThreshold().verdict()));
    }

    /// Whoever is not started yet has failed for good when so many answers in a row were bad.
    private static int failures(Watched startup) {
        return startup.probeThreshold().good()
                ? Integer.MAX_VALUE
                : startup.spec().failures();
    }

    private @Nullable Watched find(String uid, String id, ProbeType kind) {
        return watched.get(new ProbeKey(uid, id, kind));
    }

    private ReconcileResult probe(ProbeKey key) throws InterruptedException {
        Watched now = watched.get(key);
        Watched startup = find(key.uid(), key.id(), ProbeType.STARTUP);
        boolean started = startup == null || startup.probeThreshold().verdict();
        // The other probes wait until the startup probe succeeded, which then ends.
        if (now == null || started == (key.kind() == ProbeType.STARTUP)) {
            return ReconcileResult.done();
        }
        ProbedContainer container = now.container();
        ProbeResult probeResult = handlerRunner.call(
                now.spec().handler(),
                container.spec(),
                key.id(),
                container.ip(),
                now.spec().timeout());
        ContainerHealth before = health(key.uid(), key.id());
        ProbeThreshold next = now.probeThreshold().with(probeResult.good(), now.spec());
        if (watched.computeIfPresent(key, (_, current) -> current.with(next)) == null) {
            return ReconcileResult.done();
        }
        if (!probeResult.good()) {
            String what = key.kind().title() + " probe failed: " + probeResult.message();
            nodeContext.events().warning(now.pod(), "Unhealthy", what);
        }
        ContainerHealth after = health(key.uid(), key.id());
        if (!after.equals(before)) {
            enqueue.accept(key.uid());
        }
        if (after.started() && !before.started()) {
            release(new ProbeKey(key.uid(), key.id(), ProbeType.LIVENESS));
            release(new ProbeKey(key.uid(), key.id(), ProbeType.READINESS));
        }
        return after.alive() ? ReconcileResult.requeueAfter(now.spec().period()) : ReconcileResult.done();
    }

    /// The container has started: probes that were too early run again.
    private void release(ProbeKey key) {
        Watched waiting = watched.get(key);
        if (waiting != null && System.nanoTime() - waiting.due() >= 0) {
            queue.add(key);
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
