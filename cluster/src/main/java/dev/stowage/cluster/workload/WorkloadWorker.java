package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.WorkloadResource;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// Reconciles the objects of one workload kind, one worker per object at a time: queue, informers, adoption of
/// children, status.
public final class WorkloadWorker<P extends WorkloadResource> {
    private static final int WORKERS = 5;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(60));

    /// Reconciles one object as it is in the cache now.
    @FunctionalInterface
    public interface Reconciler<P> {
        ReconcileResult reconcile(P object) throws ApiFailure, InterruptedException;
    }

    private final ControllerContext context;
    private final ControllerName name;
    private final Informer<P> objects;
    private final List<Informer<?>> needed = new ArrayList<>();
    private final Reconciler<P> reconciler;
    private final WorkQueue<NamespacedName> queue;

    public WorkloadWorker(ControllerContext context, ControllerName name, Kind<P> kind, Reconciler<P> reconciler) {
        this.context = context;
        this.name = name;
        this.objects = informer(kind);
        this.reconciler = reconciler;
        this.queue = new WorkQueue<>(name.text(), WORKERS, BACKOFF, this::work, context.timer(), context.queues());
        objects.addEventHandler((_, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
    }

    /// The informer of a kind that must be synced before the first reconciliation.
    public <T extends KubeObject> Informer<T> informer(Kind<T> kind) {
        Informer<T> informer = context.informers().of(kind);
        needed.add(informer);
        return informer;
    }

    /// The children of a kind. A change of a child enqueues its owner.
    public <T extends KubeObject> ChildIndex<T> children(Kind<T> kind) {
        ChildIndex<T> children = new ChildIndex<>(informer(kind));
        children.enqueueOwners(objects, queue);
        return children;
    }

    public String name() {
        return name.text();
    }

    public Informer<P> objects() {
        return objects;
    }

    public WorkQueue<NamespacedName> queue() {
        return queue;
    }

    public void start() throws InterruptedException {
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
            // Not found may refer to a child; the object itself may still exist and has to be reconciled again.
            return FailureResult.retry(e);
        }
    }

    /// Adopts the orphans that match the owner's selector, and releases the children that no longer do.
    ///
    /// @return the children; empty when some had to be adopted or released, which enqueues the owner again
    public <T extends KubeObject> Optional<List<T>> adopt(P owner, ChildIndex<T> children)
            throws ApiFailure, InterruptedException {
        return adopt(owner, children, _ -> true);
    }

    /// @param eligible what a child has to meet besides the selector
    public <T extends KubeObject> Optional<List<T>> adopt(P owner, ChildIndex<T> children, Predicate<T> eligible)
            throws ApiFailure, InterruptedException {
        ChildAdoption<T> adoption = ChildAdoption.of(
                objects.kind(),
                owner,
                children.kind(),
                children.candidates(owner),
                child -> owner.selector().matches(child.meta().labels()) && eligible.test(child));
        if (adoption.changes().isEmpty()) {
            return Optional.of(adoption.members());
        }
        // The cache may be stale. An owner that was deleted may have left its orphans behind on purpose.
        Optional<P> now = objects.fetch(owner.key());
        if (now.isPresent()
                && now.get().meta().uid().equals(owner.meta().uid())
                && !now.get().isBeingDeleted()) {
            context.executor().execute(adoption.changes());
        }
        return Optional.empty();
    }

    /// Executes actions in order. The first failure ends the list, with an event when `failing` returns one.
    public void execute(
            List<ClusterAction> actions,
            BiFunction<ClusterAction, ApiFailure, Optional<ClusterAction.RecordEvent>> failing)
            throws ApiFailure, InterruptedException {
        for (ClusterAction action : actions) {
            try {
                context.executor().execute(action);
            } catch (ApiFailure e) {
                Optional<ClusterAction.RecordEvent> event = failing.apply(action, e);
                if (event.isPresent()) {
                    context.executor().execute(event.get());
                }
                throw e;
            }
        }
    }

    /// @return whether there was anything to write
    public boolean updateStatus(P object, ObjectNode status) throws ApiFailure, InterruptedException {
        return updateStatus(object, status, Map.of());
    }

    /// @param annotations written in the same patch
    public boolean updateStatus(P object, ObjectNode status, Map<String, String> annotations)
            throws ApiFailure, InterruptedException {
        Optional<ClusterAction> change = WorkloadStatusUpdate.change(objects.kind(), object, status, annotations);
        if (change.isPresent()) {
            context.executor().execute(change.get());
        }
        return change.isPresent();
    }
}
