package dev.stowage.cluster.namespace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.time.Instant;

/// Deletes the content of terminating namespaces, then their finalizer.
public final class NamespaceController implements Controller {
    /// Remaining content is watched; this is for objects that are created unobserved.
    private static final Duration REPAIR = Duration.ofSeconds(30);

    private final ControllerContext context;
    private final NamespaceOptions options;
    private final Informer<Namespace> namespaces;
    private final RemainingContentWatches remainingContentWatches;
    private final WorkQueue<NamespacedName> queue;

    public NamespaceController(ControllerContext context, NamespaceOptions options) {
        this.context = context;
        this.options = options;
        this.namespaces = context.informers().of(Kinds.NAMESPACES);
        this.queue = new WorkQueue<>(
                "namespace",
                options.workers(),
                new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMinutes(1)),
                this::work,
                context.timer(),
                context.queues());
        this.remainingContentWatches = new RemainingContentWatches(context, queue::add);
        namespaces.addEventHandler((before, now) -> {
            Namespace either = now == null ? before : now;
            if (either != null && (now == null || NamespaceDecision.concerns(now))) {
                queue.add(either.key());
            }
        });
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Namespace namespace =
                namespaces.find(key).filter(NamespaceDecision::concerns).orElse(null);
        if (namespace == null) {
            remainingContentWatches.drop(key);
            return ReconcileResult.done();
        }
        var namespaceContentDeleter = new NamespaceContentDeleter(context.api(), key.name());
        RemainingContent remaining = namespaceContentDeleter.run();
        remainingContentWatches.keep(key, namespaceContentDeleter.unfinished());
        Instant now = context.clock().instant();
        try {
            context.executor().execute(NamespaceDecision.statusActions(namespace, remaining, now));
            if (!remaining.undiscovered().isEmpty() || !remaining.failures().isEmpty()) {
                return ReconcileResult.retry("not empty yet: " + remaining);
            }
            if (!remaining.isEmpty()) {
                return ReconcileResult.requeueAfter(REPAIR);
            }
            Duration wait = NamespaceDecision.recheckAfter(namespace, options.grace(), now);
            return wait.isZero() ? finish(namespace) : ReconcileResult.requeueAfter(wait);
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    /// The subresource `finalize` does not accept patches, so the namespace is read and written whole.
    private ReconcileResult finish(Namespace namespace) throws ApiFailure, InterruptedException {
        String name = namespace.meta().name();
        ObjectNode whole = (ObjectNode) context.api().get(Kinds.NAMESPACES, "", name);
        if (whole.path("metadata")
                .path("uid")
                .asText("")
                .equals(namespace.meta().uid())) {
            context.api().replaceSubresource(Kinds.NAMESPACES, "", name, "finalize", NamespaceDecision.finished(whole));
        }
        return ReconcileResult.done();
    }

    @Override
    public String name() {
        return ControllerName.NAMESPACE.text();
    }

    @Override
    public void start() throws InterruptedException {
        namespaces.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
        remainingContentWatches.close();
    }
}
