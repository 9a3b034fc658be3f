package dev.stowage.control.attachdetach;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.informer.Informer;
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

/// Keeps `volumesAttached` in the status of a node. There is no other writer, so while one patch is in flight
/// the next one collects further changes. A change is written immediately, unless a patch was written just
/// now and more changes are expected: those share a patch.
final class NodeAttachWorker {
    private static final Logger log = LoggerFactory.getLogger(NodeAttachWorker.class);
    /// A node is a large object, and every write goes to many watchers.
    private static final Duration GATHERING = Duration.ofMillis(250);

    private final Informer<Node> nodes;
    private final ActionExecutor executor;
    private final AttachStateReader reader;
    private final AttachDetachMemory attachDetachMemory;
    private final Consumer<VolumeNodeKey> wakeVolume;
    private final InstantSource clock;
    private final Map<String, Instant> patchedAt = new ConcurrentHashMap<>();
    /// Nodes for which the outcome of the last patch is unknown.
    private final Set<String> doubts = ConcurrentHashMap.newKeySet();

    NodeAttachWorker(
            Informer<Node> nodes,
            ActionExecutor executor,
            AttachStateReader reader,
            AttachDetachMemory attachDetachMemory,
            Consumer<VolumeNodeKey> wakeVolume,
            InstantSource clock) {
        this.nodes = nodes;
        this.executor = executor;
        this.reader = reader;
        this.attachDetachMemory = attachDetachMemory;
        this.wakeVolume = wakeVolume;
        this.clock = clock;
    }

    ReconcileResult reconcile(String name) throws InterruptedException {
        Duration rest = rest(name);
        if (rest.isPositive()) {
            return ReconcileResult.requeueAfter(rest);
        }
        try {
            if (doubts.contains(name)) {
                nodes.fetch(NamespacedName.of(name));
                doubts.remove(name);
            }
            // Read the volumes first: what is requested later is not cleared by this run.
            List<NodeAttachState.AttachedVolume> items = reader.items(name);
            List<NodeAttachState.AttachedVolume> asked = items.stream()
                    .filter(attachedVolume -> attachedVolume.detachPhase() == DetachPhase.ASKED)
                    .toList();
            Optional<Node> node = nodes.find(name);
            List<ClusterAction> actions = node.map(found -> NodeAttachDecision.of(new NodeAttachState(found, items)))
                    .orElse(List.of());
            if (!actions.isEmpty()) {
                // The response to the patch is the node after the patch.
                carryOut(name, actions);
            } else if (!asked.isEmpty() && nodes.fetch(NamespacedName.of(name)).isEmpty() && node.isPresent()) {
                // What it had in use last comes with the event of its deletion, which is late.
                return ReconcileResult.retry("node " + name + " is deleted, and the cache still has it");
            }
            asked.forEach(attachedVolume -> {
                VolumeNodeKey link = new VolumeNodeKey(attachedVolume.volume(), name);
                attachDetachMemory.clear(
                        link, attachedVolume.attachment().meta().uid());
                wakeVolume.accept(link);
            });
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private Duration rest(String name) {
        Instant last = patchedAt.get(name);
        if (last == null) {
            return Duration.ZERO;
        }
        Duration rest = Duration.between(clock.instant(), last.plus(GATHERING));
        if (!rest.isPositive()) {
            patchedAt.remove(name);
            return Duration.ZERO;
        }
        return rest.compareTo(GATHERING) > 0 || !reader.isAttaching(name) ? Duration.ZERO : rest;
    }

    private void carryOut(String name, List<ClusterAction> actions) throws ApiFailure, InterruptedException {
        try {
            executor.execute(actions);
            patchedAt.put(name, clock.instant());
            log.debug("Updated the attached volumes in the status of node {}.", name);
        } catch (ApiFailure e) {
            if (e.isUncertain()) {
                doubts.add(name);
            }
            throw e;
        }
    }
}
