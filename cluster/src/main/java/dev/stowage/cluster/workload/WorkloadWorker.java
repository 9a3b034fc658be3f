package dev.stowage.cluster.workload;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Where the objects of one kind are looked at, one worker for each at a time.
public final class WorkloadWorker<P extends KubeObject> {
    private static final int WORKERS = 5;
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(60));

    /// Looks at one object, as it is now.
    @FunctionalInterface
    public interface Reconciler<P> {
        ReconcileResult reconcile(P object) throws ApiFailure, InterruptedException;
    }

    private final ControllerContext context;
    private final Informer<P> objects;
    private final List<Informer<?>> needed;
    private final Reconciler<P> reconciler;
    private final WorkQueue<NamespacedName> queue;

    /// @param needed what has to be known before the first look
    public WorkloadWorker(
            ControllerContext context,
            String name,
            Informer<P> objects,
            List<Informer<?>> needed,
            Reconciler<P> reconciler) {
        this.context = context;
        this.objects = objects;
        this.needed = needed;
        this.reconciler = reconciler;
        this.queue = new WorkQueue<>(name, WORKERS, PAUSES, this::work, context.timer(), context.queues());
        objects.addEventHandler((before, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
    }

    public WorkQueue<NamespacedName> queue() {
        return queue;
    }

    public void start() throws InterruptedException {
        objects.awaitSynced();
        for (Informer<?> informer : needed) {
            informer.awaitSynced();
        }
        queue.start();
    }

    public void close() {
        queue.close();
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<P> object = objects.find(key);
        if (object.isEmpty()) {
            queue.forget(key);
            return ReconcileResult.done();
        }
        try {
            return reconciler.reconcile(object.get());
        } catch (ApiFailure e) {
            // What was not found may be one of many: the object itself may be there, and wants its look.
            return FailureResult.retry(e);
        }
    }

    /// Only an object that is surely there may adopt: what is cached may be gone, and the orphans with it on purpose.
    ///
    /// @return whether the family was whole already
    public boolean adopt(P seen, List<ClusterAction> changes) throws ApiFailure, InterruptedException {
        if (changes.isEmpty()) {
            return true;
        }
        Optional<P> now = objects.fetch(seen.key());
        if (now.isPresent()
                && now.get().meta().uid().equals(seen.meta().uid())
                && !now.get().isBeingDeleted()) {
            context.executor().execute(changes);
        }
        return false;
    }

    /// Carries steps out; the one that fails is told of, as far as it is worth an event.
    public void execute(
            List<ClusterAction> actions,
            BiFunction<ClusterAction, ApiFailure, Optional<ClusterAction.RecordEvent>> failing)
            throws ApiFailure, InterruptedException {
        for (ClusterAction action : actions) {
            try {
                context.executor().execute(action);
            } catch (ApiFailure e) {
                Optional<ClusterAction.RecordEvent> tell = failing.apply(action, e);
                if (tell.isPresent()) {
                    context.executor().execute(tell.get());
                }
                throw e;
            }
        }
    }
}
