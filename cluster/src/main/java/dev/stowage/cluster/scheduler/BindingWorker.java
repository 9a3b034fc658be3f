package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.FailureResult;
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

/// Executes decisions: binds claims, then the pod; or reports that no node fits. No thread blocks: a pod
/// whose claims are not bound yet is reconciled again when they change.
final class BindingWorker implements AutoCloseable {
    /// Before a pod whose binding failed is scheduled again.
    static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    private static final Logger log = LoggerFactory.getLogger(BindingWorker.class);
    private static final int WORKERS = 32;

    private record Refused(String reason, String message) {}

    private final ControllerContext context;
    private final SchedulerOptions options;
    private final SchedulerInformers informers;
    private final AssumedPods assumedPods;
    private final Map<NamespacedName, Refused> refused = new ConcurrentHashMap<>();
    private final Consumer<NamespacedName> putOff;
    private final Runnable freed;
    private final Consumer<NamespacedName> enqueue;
    private final WorkQueue<NamespacedName> queue;

    /// @param enqueue enqueues a pod that has the name of one that is no longer being bound
    BindingWorker(
            ControllerContext context,
            SchedulerOptions options,
            SchedulerInformers informers,
            AssumedPods assumedPods,
            Consumer<NamespacedName> putOff,
            Runnable freed,
            Consumer<NamespacedName> enqueue) {
        this.context = context;
        this.options = options;
        this.informers = informers;
        this.assumedPods = assumedPods;
        this.putOff = putOff;
        this.freed = freed;
        this.enqueue = enqueue;
        queue = new WorkQueue<>(
                "scheduler-binding",
                WORKERS,
                new ExponentialBackoff(Duration.ofMillis(10), Duration.ofSeconds(10)),
                this::work,
                context.timer(),
                context.queues());
    }

    void start() {
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }

    void begin(AssumedPod assumedPod) {
        NamespacedName pod = assumedPod.pod().key();
        refused.remove(pod);
        assumedPods.add(assumedPod);
        queue.add(pod);
        if (!assumedPod.choices().isEmpty()) {
            queue.addAfter(pod, options.bindingTimeout());
        }
    }

    void markUnschedulable(NamespacedName pod, String message) {
        refused.put(pod, new Refused(PodActions.UNSCHEDULABLE, message));
        queue.add(pod);
    }

    void reconcile(NamespacedName pod) {
        queue.add(pod);
    }

    void later(Duration pause, Runnable task) {
        var _ = context.timer().schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<AssumedPod> assumed = assumedPods.find(key);
        try {
            if (assumed.isPresent()) {
                return carry(key, assumed.get());
            }
            reportFailure(key);
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return FailureResult.retry(e);
        }
    }

    private ReconcileResult carry(NamespacedName key, AssumedPod assumedPod) throws ApiFailure, InterruptedException {
        switch (next(assumedPod)) {
            case PodBindingDecision.Write(List<ClusterAction> actions) -> {
                context.executor().execute(actions);
                assumedPods.advance(key, AssumedPod.State.WRITTEN);
                return ReconcileResult.requeueAfter(Duration.ZERO);
            }
            case PodBindingDecision.Wait() -> assumedPods.advance(key, afterWriting(assumedPod));
            case PodBindingDecision.Bind(List<ClusterAction> actions) -> {
                return bind(key, assumedPod, actions);
            }
            case PodBindingDecision.GiveUp(String why) -> giveUp(key, assumedPod, why);
            case PodBindingDecision.Arrived() -> {
                assumedPods.drop(key);
                makeWay(key, assumedPod);
            }
            case PodBindingDecision.Over() -> drop(key, assumedPod);
        }
        return ReconcileResult.done();
    }

    /// There may have been nothing to write: an earlier run of this process did it.
    private static AssumedPod.State afterWriting(AssumedPod assumedPod) {
        return assumedPod.state() == AssumedPod.State.DECIDED ? AssumedPod.State.WRITTEN : assumedPod.state();
    }

    private ReconcileResult bind(NamespacedName key, AssumedPod assumedPod, List<ClusterAction> actions)
            throws ApiFailure, InterruptedException {
        try {
            context.executor().execute(actions);
            assumedPods.advance(key, AssumedPod.State.BOUND);
            log.info("Bound pod {} to node {}.", key, assumedPod.node());
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            if (e.isUncertain()) {
                throw e;
            }
            return refusedBinding(key, assumedPod, e);
        }
    }

    /// The cache may be late; so the server is queried before the pod is scheduled again.
    private ReconcileResult refusedBinding(NamespacedName key, AssumedPod assumedPod, ApiFailure why)
            throws ApiFailure, InterruptedException {
        if (informers.pods.fetch(key).isEmpty()) {
            drop(key, assumedPod);
        } else if (next(assumedPod) instanceof PodBindingDecision.Bind) {
            giveUp(key, assumedPod, "running Bind plugin \"DefaultBinder\": " + why.getMessage());
        } else {
            return ReconcileResult.requeueAfter(Duration.ZERO);
        }
        return ReconcileResult.done();
    }

    private PodBindingDecision next(AssumedPod assumedPod) {
        return PodBindingDecision.of(
                assumedPod, informers.stateOf(assumedPod), context.clock().instant(), options.bindingTimeout());
    }

    private void giveUp(NamespacedName key, AssumedPod assumedPod, String why) throws ApiFailure, InterruptedException {
        log.info("Cannot bind pod {} to node {}: {}", key, assumedPod.node(), why);
        refused.put(key, new Refused(PodActions.ERROR, why));
        putOff.accept(key);
        drop(key, assumedPod);
        reportFailure(key);
    }

    private void drop(NamespacedName key, AssumedPod assumedPod) {
        if (assumedPods.drop(key)) {
            freed.run();
        }
        makeWay(key, assumedPod);
    }

    /// While a pod was being bound, all events under its name were attributed to it, including those of a
    /// successor.
    private void makeWay(NamespacedName key, AssumedPod assumedPod) {
        String uid = assumedPod.pod().meta().uid();
        if (informers
                .pods
                .find(key)
                .filter(pod -> !pod.meta().uid().equals(uid))
                .isPresent()) {
            enqueue.accept(key);
        }
    }

    private void reportFailure(NamespacedName key) throws ApiFailure, InterruptedException {
        Refused failure = refused.get(key);
        if (failure == null) {
            return;
        }
        Optional<Pod> pod = informers
                .pods
                .find(key)
                .filter(found -> found.nodeName().isEmpty() && !found.isBeingDeleted() && !found.isOver());
        if (pod.isPresent()) {
            context.executor()
                    .execute(PodActions.failure(
                            pod.get(),
                            failure.reason(),
                            failure.message(),
                            context.clock().instant()));
        }
        refused.remove(key, failure);
    }
}
