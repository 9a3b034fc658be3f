package dev.stowage.control.home;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Namespace;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import java.time.Instant;

/// Empties namespaces that end, and lets them go.
public final class Emptying implements Controller {
    /// What is left is watched; this is for what comes into a namespace behind our back.
    private static final Duration REPAIR = Duration.ofSeconds(30);

    private final Shared shared;
    private final HomeOptions options;
    private final Mirror<Namespace> namespaces;
    private final Lookouts lookouts;
    private final WorkQueue<Key> queue;

    public Emptying(Shared shared, HomeOptions options) {
        this.shared = shared;
        this.options = options;
        this.namespaces = shared.mirrors().of(Kinds.NAMESPACES);
        this.queue = new WorkQueue<>(
                "namespace",
                options.workers(),
                new Backoff(Duration.ofMillis(100), Duration.ofMinutes(1)),
                this::work,
                shared.timer(),
                shared.queues());
        this.lookouts = new Lookouts(shared, queue::add);
        namespaces.listen((before, now) -> {
            Namespace either = now == null ? before : now;
            if (either != null && (now == null || HomeRule.concerns(now))) {
                queue.add(either.key());
            }
        });
    }

    private Outcome work(Key key) throws InterruptedException {
        Namespace namespace = namespaces.find(key).filter(HomeRule::concerns).orElse(null);
        if (namespace == null) {
            lookouts.drop(key);
            return Outcome.done();
        }
        var sweep = new Sweep(shared.api(), key.name());
        Findings findings = sweep.run();
        lookouts.keep(key, sweep.unfinished());
        Instant now = shared.clock().instant();
        try {
            shared.hands().carryOut(HomeRule.tell(namespace, findings, now));
            if (!findings.undiscovered().isEmpty() || !findings.failures().isEmpty()) {
                return Outcome.retry("not empty yet: " + findings);
            }
            if (!findings.isEmpty()) {
                return Outcome.again(REPAIR);
            }
            Duration patience = HomeRule.patience(namespace, options.grace(), now);
            return patience.isZero() ? finish(namespace) : Outcome.again(patience);
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    /// This part of a namespace takes no patches, so it is read and written whole.
    private Outcome finish(Namespace namespace) throws ApiFailure, InterruptedException {
        String name = namespace.meta().name();
        ObjectNode whole = (ObjectNode) shared.api().get(Kinds.NAMESPACES, "", name);
        if (whole.path("metadata")
                .path("uid")
                .asText("")
                .equals(namespace.meta().uid())) {
            shared.api().replacePart(Kinds.NAMESPACES, "", name, "finalize", HomeRule.finished(whole));
        }
        return Outcome.done();
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
