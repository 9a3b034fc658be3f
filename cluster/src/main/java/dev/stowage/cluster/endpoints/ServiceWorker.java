package dev.stowage.cluster.endpoints;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reconciles Services when they change or their pods do.
final class ServiceWorker {
    private static final int WORKERS = 5;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(100));

    /// Reconciles a Service that may be deleted.
    @FunctionalInterface
    interface Reconciler {
        void reconcile(NamespacedName key, @Nullable Service service) throws ApiFailure, InterruptedException;
    }

    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final Index<Service> servicesByNamespace;
    private final Index<Pod> podsByNamespace;
    private final Reconciler reconciler;
    private final WorkQueue<NamespacedName> queue;

    ServiceWorker(ControllerContext context, ControllerName name, Reconciler reconciler) {
        this.reconciler = reconciler;
        this.services = context.informers().of(Kinds.SERVICES);
        this.pods = context.informers().of(Kinds.PODS);
        this.servicesByNamespace =
                services.index(service -> List.of(service.meta().namespace()));
        this.podsByNamespace = pods.index(pod -> List.of(pod.meta().namespace()));
        this.queue = new WorkQueue<>(name.text(), WORKERS, BACKOFF, this::work, context.timer(), context.queues());
        services.addEventHandler((before, now) -> {
            Service either = now == null ? before : now;
            if (either != null) {
                queue.add(either.key());
            }
        });
        pods.addEventHandler(this::podChanged);
    }

    private void podChanged(@Nullable Pod before, @Nullable Pod now) {
        if (before != null && now != null && isSameToServices(before, now)) {
            return;
        }
        enqueue(before);
        enqueue(now);
    }

    /// Most changes of a pod do not concern its Services.
    private static boolean isSameToServices(Pod before, Pod now) {
        return before.network().equals(now.network())
                && before.meta().labels().equals(now.meta().labels())
                && before.isReady() == now.isReady()
                && before.isOver() == now.isOver()
                && before.isBeingDeleted() == now.isBeingDeleted()
                && before.nodeName().equals(now.nodeName());
    }

    private void enqueue(@Nullable Pod pod) {
        if (pod != null) {
            servicesByNamespace.get(pod.meta().namespace()).stream()
                    .filter(service -> service.selects(pod))
                    .forEach(service -> queue.add(service.key()));
        }
    }

    void enqueue(NamespacedName key) {
        queue.add(key);
    }

    void enqueueAll() {
        services.all().forEach(service -> queue.add(service.key()));
    }

    List<Pod> pods(Service service) {
        return podsByNamespace.get(service.meta().namespace()).stream()
                .filter(service::selects)
                .toList();
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        try {
            reconciler.reconcile(key, services.find(key).orElse(null));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return FailureResult.retry(e);
        }
    }

    void start() throws InterruptedException {
        services.awaitSynced();
        pods.awaitSynced();
        queue.start();
    }

    void close() {
        queue.close();
    }
}
