package dev.stowage.node.run.probe;

import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.node.Shared;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks containers how they fare, from time to time, and wakes those who want to know when the answer changes. Nobody
/// waits for a probe. Thread-safe.
public final class Prober implements AutoCloseable {
    private static final int MOST_AT_ONCE = 64;
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    private record ProbeKey(String uid, String id, ProbeKind kind) {}

    private record Watched(Probed container, ObjectReference pod, ProbeSpec spec, Streak streak) {
        Watched with(Streak next) {
            return new Watched(container, pod, spec, next);
        }
    }

    private final Shared shared;
    private final Handlers handlers;
    private final Consumer<String> wake;
    private final Map<ProbeKey, Watched> watched = new ConcurrentHashMap<>();
    private final WorkQueue<ProbeKey> queue;

    /// @param wake takes the uid of a pod of which a container fares differently
    public Prober(Shared shared, Handlers handlers, Consumer<String> wake) {
        this.shared = shared;
        this.handlers = handlers;
        this.wake = wake;
        this.queue = new WorkQueue<>("probes", MOST_AT_ONCE, PAUSES, this::probe, shared.timer(), shared.queues());
    }

    public void start() {
        queue.start();
    }

    /// These containers of a pod run now, and no others.
    ///
    /// @return how those with probes fare, by id
    public Map<String, Health> keep(String uid, ObjectReference pod, List<Probed> containers) {
        watched.keySet()
                .removeIf(key -> key.uid().equals(uid)
                        && containers.stream().noneMatch(one -> one.id().equals(key.id())));
        Map<String, Health> health = new HashMap<>();
        for (Probed one : containers) {
            boolean any = false;
            for (ProbeKind kind : ProbeKind.values()) {
                any |= watch(new ProbeKey(uid, one.id(), kind), one, pod);
            }
            if (any) {
                health.put(one.id(), health(uid, one.id()));
            }
        }
        return health;
    }

    private boolean watch(ProbeKey key, Probed one, ObjectReference pod) {
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
        var begun = new Watched(one, pod, spec, Streak.assuming(verdict));
        if (watched.putIfAbsent(key, begun) == null) {
            Duration old = Duration.between(one.since(), shared.clock().instant());
            queue.addAfter(key, spec.delay().minus(old));
        }
        return true;
    }

    private Health health(String uid, String id) {
        Watched startup = find(uid, id, ProbeKind.STARTUP);
        Watched liveness = find(uid, id, ProbeKind.LIVENESS);
        Watched readiness = find(uid, id, ProbeKind.READINESS);
        boolean started = startup == null || startup.streak().verdict();
        boolean startable = startup == null || started || startup.streak().length() < failures(startup);
        return new Health(
                started,
                started && (readiness == null || readiness.streak().verdict()),
                startable && (liveness == null || liveness.streak().verdict()));
    }

    /// Whoever is not started yet has failed for good when so many answers in a row were bad.
    private static int failures(Watched startup) {
        return startup.streak().good() ? Integer.MAX_VALUE : startup.spec().failures();
    }

    private @Nullable Watched find(String uid, String id, ProbeKind kind) {
        return watched.get(new ProbeKey(uid, id, kind));
    }

    private ReconcileResult probe(ProbeKey key) throws InterruptedException {
        Watched now = watched.get(key);
        Watched startup = find(key.uid(), key.id(), ProbeKind.STARTUP);
        boolean started = startup == null || startup.streak().verdict();
        // Others wait until it has started; then nobody asks whether it has.
        if (now == null || started == (key.kind() == ProbeKind.STARTUP)) {
            return ReconcileResult.done();
        }
        Probed container = now.container();
        Verdict verdict = handlers.call(
                now.spec().handler(),
                container.spec(),
                key.id(),
                container.ip(),
                now.spec().timeout());
        Health before = health(key.uid(), key.id());
        Streak next = now.streak().with(verdict.good(), now.spec());
        if (watched.computeIfPresent(key, (_, current) -> current.with(next)) == null) {
            return ReconcileResult.done();
        }
        if (!verdict.good()) {
            String what = key.kind().title() + " probe failed: " + verdict.message();
            shared.events().warning(now.pod(), "Unhealthy", what);
        }
        Health after = health(key.uid(), key.id());
        if (!after.equals(before)) {
            wake.accept(key.uid());
        }
        if (after.started() && !before.started()) {
            release(new ProbeKey(key.uid(), key.id(), ProbeKind.LIVENESS));
            release(new ProbeKey(key.uid(), key.id(), ProbeKind.READINESS));
        }
        return after.alive() ? ReconcileResult.requeueAfter(now.spec().period()) : ReconcileResult.done();
    }

    /// It has started: who came too early comes again; who was to come later will.
    private void release(ProbeKey key) {
        Watched waiting = watched.get(key);
        if (waiting != null) {
            Duration old =
                    Duration.between(waiting.container().since(), shared.clock().instant());
            if (old.compareTo(waiting.spec().delay()) >= 0) {
                queue.add(key);
            }
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
