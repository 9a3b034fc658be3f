package dev.stowage.control.nodelife;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Collects pods that are left over: of nodes that are gone, of nodes out of service, never placed, or too many that
/// are
/// over.
public final class PodCollection implements Controller {
    private static final Logger log = LoggerFactory.getLogger(PodCollection.class);
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(20));
    private static final String OVER = "over";

    /// A node that is not there may only be late.
    static final Duration QUARANTINE = Duration.ofSeconds(40);

    /// What to look at.
    private sealed interface Matter {
        record One(NamespacedName pod) implements Matter {}

        record Lost(String node) implements Matter {}

        record Over() implements Matter {}
    }

    private final Shared shared;
    private final PodCollectionOptions options;
    private final Duration quarantine;
    private final Informer<Node> nodes;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByNode;
    private final Index<Pod> over;
    private final WorkQueue<Matter> queue;
    private final Set<String> quarantined = ConcurrentHashMap.newKeySet();

    public PodCollection(Shared shared, PodCollectionOptions options) {
        this(shared, options, QUARANTINE);
    }

    PodCollection(Shared shared, PodCollectionOptions options, Duration quarantine) {
        this.shared = shared;
        this.options = options;
        this.quarantine = quarantine;
        this.nodes = shared.informers().of(Kinds.NODES);
        this.pods = shared.informers().of(Kinds.PODS);
        this.podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        this.over = pods.index(pod -> pod.isOver() ? List.of(OVER) : List.of());
        this.queue = new WorkQueue<>(name(), 4, PAUSES, this::look, shared.timer(), shared.queues());
    }

    @Override
    public String name() {
        return "pod-garbage-collector-controller";
    }

    @Override
    public void start() throws InterruptedException {
        nodes.awaitSynced();
        pods.awaitSynced();
        // Only now: before the nodes are known, all pods would look lost.
        pods.addEventHandler((before, now) -> {
            if (now != null) {
                note(now);
            }
        });
        nodes.addEventHandler((before, now) -> {
            if (now != null) {
                podsByNode.get(now.meta().name()).stream()
                        .filter(Pod::isBeingDeleted)
                        .forEach(this::note);
            } else if (before != null) {
                podsByNode.get(before.meta().name()).forEach(this::note);
            }
        });
        queue.start();
    }

    private void note(Pod pod) {
        if (pod.isBeingDeleted()) {
            queue.add(new Matter.One(pod.key()));
        }
        if (pod.isOver()) {
            queue.add(new Matter.Over());
        }
        String node = pod.nodeName();
        if (!node.isEmpty() && nodes.find(node).isEmpty() && quarantined.add(node)) {
            queue.addAfter(new Matter.Lost(node), quarantine);
        }
    }

    @Override
    public void close() {
        queue.close();
    }

    private ReconcileResult look(Matter matter) throws InterruptedException {
        try {
            switch (matter) {
                case Matter.One(NamespacedName key) -> one(key);
                case Matter.Lost(String node) -> lost(node);
                case Matter.Over() -> over();
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            // What was not found may be one pod of many.
            return Aftermath.again(e);
        }
    }

    private void one(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<Pod> pod = pods.find(key);
        if (pod.isPresent()
                && Leftover.isAbandoned(pod.get(), nodes.find(pod.get().nodeName()))) {
            log.info("Pod {} is deleted for good: nobody else will.", key);
            shared.hands().carryOut(Leftover.end(pod.get()));
        }
    }

    private void lost(String node) throws ApiFailure, InterruptedException {
        // Asked, not looked up: what is cached may be late.
        boolean exists =
                nodes.find(node).isPresent() || nodes.fetch(NamespacedName.of(node)).isPresent();
        quarantined.remove(node);
        if (!exists) {
            for (Pod pod : podsByNode.get(node)) {
                log.info("Pod {} is deleted: its node {} is gone.", pod.key(), node);
                shared.hands().carryOut(Leftover.endOrphan(pod, shared.clock().instant()));
            }
        }
    }

    private void over() throws ApiFailure, InterruptedException {
        for (Pod pod : Leftover.tooMany(over.get(OVER), options.threshold())) {
            shared.hands().carryOut(Leftover.end(pod));
        }
    }
}
