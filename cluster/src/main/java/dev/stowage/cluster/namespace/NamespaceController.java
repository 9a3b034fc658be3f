package dev.stowage.cluster.namespace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.time.Instant;

/// Empties namespaces that end, and lets them go.
public final class NamespaceController implements Controller {
    /// What is left is watched; this is for what comes into a namespace behind our back.
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
        RemainingContent remainingContent = namespaceContentDeleter.run();
        remainingContentWatches.keep(key, namespaceContentDeleter.unfinished());
        Instant now = context.clock().instant();
        try {
            context.executor().execute(NamespaceDecision.statusActions(namespace, remainingContent, now));
            if (!remainingContent.undiscovered().isEmpty()
                    || !remainingContent.failures().isEmpty()) {
                return ReconcileResult.retry("not empty yet: " + remainingContent);
            }
            if (!remainingContent.isEmpty()) {
                return ReconcileResult.requeueAfter(REPAIR);
            }
            Duration patience = NamespaceDecision.patience(namespace, options.grace(), now);
            return patience.isZero() ? finish(namespace) : ReconcileResult.requeueAfter(patience);
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    /// This part of a namespace takes no patches, so it is read and written whole.
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
        return "namespace-controller";
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
