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

/// Keeps what the status of a node tells as attached. Nobody else writes it, so that while one patch is under way the
/// next gathers what has come meanwhile. A change is told at once, unless one was told just now and more are about to
/// come: those share a patch.
final class NodeAttachWorker {
    private static final Logger log = LoggerFactory.getLogger(NodeAttachWorker.class);
    /// A node is a large object, and many read all that is written to it.
    private static final Duration GATHERING = Duration.ofMillis(250);

    private final Informer<Node> nodes;
    private final ActionExecutor executor;
    private final AttachStateReader attachStateReader;
    private final AttachDetachMemory attachDetachMemory;
    private final Consumer<VolumeNodeKey> wakeVolume;
    private final InstantSource clock;
    private final Map<String, Instant> told = new ConcurrentHashMap<>();
    /// Nodes of which nobody knows whether the last patch was heeded.
    private final Set<String> doubts = ConcurrentHashMap.newKeySet();

    NodeAttachWorker(
            Informer<Node> nodes,
            ActionExecutor executor,
            AttachStateReader attachStateReader,
            AttachDetachMemory attachDetachMemory,
            Consumer<VolumeNodeKey> wakeVolume,
            InstantSource clock) {
        this.nodes = nodes;
        this.executor = executor;
        this.attachStateReader = attachStateReader;
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
            // The items first: what is asked for later is not cleared by this pass.
            List<NodeAttachState.AttachedVolume> items = attachStateReader.items(name);
            List<NodeAttachState.AttachedVolume> asked = items.stream()
                    .filter(attachedVolume -> attachedVolume.detachPhase() == DetachPhase.ASKED)
                    .toList();
            Optional<Node> node = nodes.find(name);
            List<ClusterAction> actions = node.map(found -> NodeAttachDecision.of(new NodeAttachState(found, items)))
                    .orElse(List.of());
            if (!actions.isEmpty()) {
                // The answer to the patch is the node as it is after it.
                carryOut(name, actions);
            } else if (!asked.isEmpty()) {
                nodes.fetch(NamespacedName.of(name));
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
        Instant last = told.get(name);
        if (last == null) {
            return Duration.ZERO;
        }
        Duration rest = Duration.between(clock.instant(), last.plus(GATHERING));
        if (!rest.isPositive()) {
            told.remove(name);
            return Duration.ZERO;
        }
        return rest.compareTo(GATHERING) > 0 || !attachStateReader.isAttaching(name) ? Duration.ZERO : rest;
    }

    private void carryOut(String name, List<ClusterAction> actions) throws ApiFailure, InterruptedException {
        try {
            executor.execute(actions);
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
