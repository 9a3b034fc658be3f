package dev.stowage.control.schedule;

import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries decisions out: claims, then the pod; or the word that there is no node. Nobody waits in a thread: a
/// pod whose claims are not bound yet is looked at again when they change.
final class Carrying implements AutoCloseable {
    /// Before a pod whose placement came to nothing is placed anew.
    static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    private static final Logger log = LoggerFactory.getLogger(Carrying.class);
    private static final int WORKERS = 32;

    private record Refused(String reason, String message) {}

    private final Shared shared;
    private final SchedulerOptions options;
    private final Seen seen;
    private final Assumptions assumptions;
    private final Map<NamespacedName, Refused> refused = new ConcurrentHashMap<>();
    private final Consumer<NamespacedName> putOff;
    private final Runnable freed;
    private final Consumer<NamespacedName> anew;
    private final WorkQueue<NamespacedName> queue;

    /// @param anew asks for a look at a pod that has taken the name of one that is no longer on its way
    Carrying(
            Shared shared,
            SchedulerOptions options,
            Seen seen,
            Assumptions assumptions,
            Consumer<NamespacedName> putOff,
            Runnable freed,
            Consumer<NamespacedName> anew) {
        this.shared = shared;
        this.options = options;
        this.seen = seen;
        this.assumptions = assumptions;
        this.putOff = putOff;
        this.freed = freed;
        this.anew = anew;
        queue = new WorkQueue<>(
                "scheduler-binding",
                WORKERS,
                new ExponentialBackoff(Duration.ofMillis(10), Duration.ofSeconds(10)),
                this::work,
                shared.timer(),
                shared.queues());
    }

    void start() {
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }

    void begin(Assumed assumed) {
        NamespacedName pod = assumed.pod().key();
        refused.remove(pod);
        assumptions.add(assumed);
        queue.add(pod);
        if (!assumed.choices().isEmpty()) {
            queue.addAfter(pod, options.patience());
        }
    }

    void refuse(NamespacedName pod, String message) {
        refused.put(pod, new Refused(Telling.UNSCHEDULABLE, message));
        queue.add(pod);
    }

    void look(NamespacedName pod) {
        queue.add(pod);
    }

    void later(Duration pause, Runnable task) {
        var _ = shared.timer().schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<Assumed> assumed = assumptions.find(key);
        try {
            if (assumed.isPresent()) {
                return carry(key, assumed.get());
            }
            tell(key);
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return Aftermath.again(e);
        }
    }

    private ReconcileResult carry(NamespacedName key, Assumed assumed) throws ApiFailure, InterruptedException {
        switch (next(assumed)) {
            case Progress.Write(List<Act> acts) -> {
                shared.hands().carryOut(acts);
                assumptions.advance(key, Assumed.State.WRITTEN);
                return ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case Progress.Wait() -> assumptions.advance(key, afterWriting(assumed));
            case Progress.Bind(List<Act> acts) -> {
                return bind(key, assumed, acts);
            }
            case Progress.GiveUp(String why) -> giveUp(key, assumed, why);
            case Progress.Arrived() -> {
                assumptions.drop(key);
                makeWay(key, assumed);
            }
            case Progress.Over() -> drop(key, assumed);
        }
        return ReconcileResult.done();
    }

    /// There may have been nothing to write: an earlier life of ours did it.
    private static Assumed.State afterWriting(Assumed assumed) {
        return assumed.state() == Assumed.State.DECIDED ? Assumed.State.WRITTEN : assumed.state();
    }

    private ReconcileResult bind(NamespacedName key, Assumed assumed, List<Act> acts) throws ApiFailure, InterruptedException {
        try {
            shared.hands().carryOut(acts);
            assumptions.advance(key, Assumed.State.BOUND);
            log.info("Pod {} is assigned to node {}.", key, assumed.node());
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            if (e.isUncertain()) {
                throw e;
            }
            return refusedBinding(key, assumed, e);
        }
    }

    /// The server knows better than the mirror, when it is late; so it is asked before the pod is placed anew.
    private ReconcileResult refusedBinding(NamespacedName key, Assumed assumed, ApiFailure why) throws ApiFailure, InterruptedException {
        if (seen.pods.fetch(key).isEmpty()) {
            drop(key, assumed);
        } else if (next(assumed) instanceof Progress.Bind) {
            giveUp(key, assumed, "running Bind plugin \"DefaultBinder\": " + why.getMessage());
        } else {
            return ReconcileResult.requeueAfter(Duration.ZERO);
        }
        return ReconcileResult.done();
    }

    private Progress next(Assumed assumed) {
        return Progress.of(assumed, seen.of(assumed), shared.clock().instant(), options.patience());
    }

    private void giveUp(NamespacedName key, Assumed assumed, String why) throws ApiFailure, InterruptedException {
        log.info("Pod {} does not get to node {}: {}", key, assumed.node(), why);
        refused.put(key, new Refused(Telling.ERROR, why));
        putOff.accept(key);
        drop(key, assumed);
        tell(key);
    }

    private void drop(NamespacedName key, Assumed assumed) {
        if (assumptions.drop(key)) {
            freed.run();
        }
        makeWay(key, assumed);
    }

    /// While a pod was on its way, all news under its name was about it; also that of another, which came after it.
    private void makeWay(NamespacedName key, Assumed assumed) {
        String uid = assumed.pod().meta().uid();
        if (seen.pods.find(key).filter(pod -> !pod.meta().uid().equals(uid)).isPresent()) {
            anew.accept(key);
        }
    }

    private void tell(NamespacedName key) throws ApiFailure, InterruptedException {
        Refused word = refused.get(key);
        if (word == null) {
            return;
        }
        Optional<Pod> pod = seen.pods
                .find(key)
                .filter(found -> found.nodeName().isEmpty() && !found.isBeingDeleted() && !found.isOver());
        if (pod.isPresent()) {
            shared.hands()
                    .carryOut(Telling.failure(
                            pod.get(),
                            word.reason(),
                            word.message(),
                            shared.clock().instant()));
        }
        refused.remove(key, word);
    }
}
