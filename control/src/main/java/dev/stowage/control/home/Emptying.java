package dev.stowage.control.home;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Namespace;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.time.Instant;

/// Empties namespaces that end, and lets them go.
public final class Emptying implements Controller {
    /// What is left is watched; this is for what comes into a namespace behind our back.
    private static final Duration REPAIR = Duration.ofSeconds(30);

    private final Shared shared;
    private final HomeOptions options;
    private final Informer<Namespace> namespaces;
    private final Lookouts lookouts;
    private final WorkQueue<NamespacedName> queue;

    public Emptying(Shared shared, HomeOptions options) {
        this.shared = shared;
        this.options = options;
        this.namespaces = shared.informers().of(Kinds.NAMESPACES);
        this.queue = new WorkQueue<>(
                "namespace",
                options.workers(),
                new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMinutes(1)),
                this::work,
                shared.timer(),
                shared.queues());
        this.lookouts = new Lookouts(shared, queue::add);
        namespaces.addEventHandler((before, now) -> {
            Namespace either = now == null ? before : now;
            if (either != null && (now == null || HomeRule.concerns(now))) {
                queue.add(either.key());
            }
        });
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        Namespace namespace = namespaces.find(key).filter(HomeRule::concerns).orElse(null);
        if (namespace == null) {
            lookouts.drop(key);
            return ReconcileResult.done();
        }
        var sweep = new Sweep(shared.api(), key.name());
        Findings findings = sweep.run();
        lookouts.keep(key, sweep.unfinished());
        Instant now = shared.clock().instant();
        try {
            shared.hands().carryOut(HomeRule.tell(namespace, findings, now));
            if (!findings.undiscovered().isEmpty() || !findings.failures().isEmpty()) {
                return ReconcileResult.retry("not empty yet: " + findings);
            }
            if (!findings.isEmpty()) {
                return ReconcileResult.requeueAfter(REPAIR);
            }
            Duration patience = HomeRule.patience(namespace, options.grace(), now);
            return patience.isZero() ? finish(namespace) : ReconcileResult.requeueAfter(patience);
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    /// This part of a namespace takes no patches, so it is read and written whole.
    private ReconcileResult finish(Namespace namespace) throws ApiFailure, InterruptedException {
        String name = namespace.meta().name();
        ObjectNode whole = (ObjectNode) shared.api().get(Kinds.NAMESPACES, "", name);
        if (whole.path("metadata")
                .path("uid")
                .asText("")
                .equals(namespace.meta().uid())) {
            shared.api().replaceSubresource(Kinds.NAMESPACES, "", name, "finalize", HomeRule.finished(whole));
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
        lookouts.close();
    }
}
