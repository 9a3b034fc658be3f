package dev.stowage.control.attach;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps what the status of a node tells as attached. Nobody else writes it, so that while one patch is under way the
/// next gathers what has come meanwhile. A change is told at once, unless one was told just now and more are about to
/// come: those share a patch.
final class NodeWork {
    private static final Logger log = LoggerFactory.getLogger(NodeWork.class);
    /// A node is a large object, and many read all that is written to it.
    private static final Duration GATHERING = Duration.ofMillis(250);

    private final Informer<Node> nodes;
    private final Hands hands;
    private final Survey survey;
    private final Memories memories;
    private final Consumer<LinkKey> wakeVolume;
    private final InstantSource clock;
    private final Map<String, Instant> told = new ConcurrentHashMap<>();
    /// Nodes of which nobody knows whether the last patch was heeded.
    private final Set<String> doubts = ConcurrentHashMap.newKeySet();

    NodeWork(
            Informer<Node> nodes,
            Hands hands,
            Survey survey,
            Memories memories,
            Consumer<LinkKey> wakeVolume,
            InstantSource clock) {
        this.nodes = nodes;
        this.hands = hands;
        this.survey = survey;
        this.memories = memories;
        this.wakeVolume = wakeVolume;
        this.clock = clock;
    }

    ReconcileResult work(String name) throws InterruptedException {
        Duration rest = rest(name);
        if (rest.isPositive()) {
            return ReconcileResult.requeueAfter(rest);
        }
        try {
            if (doubts.contains(name)) {
                nodes.fetch(NamespacedName.of(name));
                doubts.remove(name);
            }
            // The items first: what is asked for later is not cleared by this pass.
            List<NodeView.Item> items = survey.items(name);
            List<NodeView.Item> asked = items.stream()
                    .filter(item -> item.handover() == Handover.ASKED)
                    .toList();
            Optional<Node> node = nodes.find(name);
            List<Act> acts = node.map(found -> NodeDecision.of(new NodeView(found, items)))
                    .orElse(List.of());
            if (!acts.isEmpty()) {
                // The answer to the patch is the node as it is after it.
                carryOut(name, acts);
            } else if (!asked.isEmpty()) {
                nodes.fetch(NamespacedName.of(name));
            }
            asked.forEach(item -> {
                LinkKey link = new LinkKey(item.volume(), name);
                memories.clear(link, item.attachment().meta().uid());
                wakeVolume.accept(link);
            });
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private Duration rest(String name) {
        Instant last = told.get(name);
        if (last == null) {
            return Duration.ZERO;
        }
        Duration rest = Duration.between(clock.instant(), last.plus(GATHERING));
        if (!rest.isPositive()) {
            told.remove(name);
            return Duration.ZERO;
        }
        return rest.compareTo(GATHERING) > 0 || !survey.isAttaching(name) ? Duration.ZERO : rest;
    }

    private void carryOut(String name, List<Act> acts) throws ApiFailure, InterruptedException {
        try {
            hands.carryOut(acts);
            told.put(name, clock.instant());
            log.debug("The status of node {} tells its volumes anew.", name);
        } catch (ApiFailure e) {
            if (e.isUncertain()) {
                doubts.add(name);
            }
            throw e;
        }
    }
}
