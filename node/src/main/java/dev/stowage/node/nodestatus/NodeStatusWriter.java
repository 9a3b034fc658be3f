package dev.stowage.node.nodestatus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.node.context.NodeContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The only writer of the Node object. Changes that arrive while a patch is in progress are written together
/// with the next one.
final class NodeStatusWriter {
    private static final Logger log = LoggerFactory.getLogger(NodeStatusWriter.class);

    /// Without this annotation the controllers leave attaching to the node.
    private static final Map<String, String> ATTACHED_BY_CONTROLLER =
            Map.of(NodeKeys.CONTROLLER_MANAGED_ATTACH_DETACH, "true");

    /// The minimum interval between two writes of the same content.
    static final Duration SHORTEST = Duration.ofSeconds(1);

    private final NodeContext nodeContext;
    private final Informer<Node> informer;
    private final Supplier<NodeInfo> facts;
    private final CompletableFuture<String> uid = new CompletableFuture<>();
    private final Map<String, String> notReadyReasons = new TreeMap<>();
    private final List<DriverUpdate> updates = new ArrayList<>();
    private Optional<Set<String>> inUse = Optional.empty();
    private Set<String> reported = Set.of();
    private Optional<DesiredNodeStatus> last = Optional.empty();
    private Instant written = Instant.EPOCH;
    private boolean adopting;
    private boolean whole = true;

    /// @param facts the current node information
    NodeStatusWriter(NodeContext nodeContext, Supplier<NodeInfo> facts) {
        this.nodeContext = nodeContext;
        this.informer = nodeContext.informers().of(Kinds.NODES);
        this.facts = facts;
    }

    /// Completed when the Node object exists.
    CompletableFuture<String> uid() {
        return uid;
    }

    /// @return whether it changed
    synchronized boolean setVolumesInUse(Set<String> volumes) {
        Optional<Set<String>> before = inUse;
        inUse = Optional.of(Set.copyOf(volumes));
        return !inUse.equals(before);
    }

    synchronized Set<String> volumesReportedInUse() {
        return reported;
    }

    /// @return whether it changed
    synchronized boolean setNotReady(String part, String why) {
        String before = why.isEmpty() ? notReadyReasons.remove(part) : notReadyReasons.put(part, why);
        return !why.equals(before == null ? "" : before);
    }

    synchronized void addUpdate(DriverUpdate update) {
        updates.add(update);
    }

    /// The caller no longer waits for it.
    synchronized void removeUpdate(DriverUpdate update) {
        updates.remove(update);
    }

    /// Writes everything again, with a new heartbeat.
    synchronized void scheduleHeartbeat() {
        whole = true;
    }

    /// The result of a check.
    enum Result {
        NOTHING,
        NEWS,
        /// Another client overwrites it; this must not become a race.
        LATER
    }

    /// Writes pending changes, if any.
    Result write() throws ApiFailure, InterruptedException {
        Optional<Node> seen = uid.isDone() ? informer.find(nodeContext.node()) : Optional.of(register());
        if (seen.isEmpty()) {
            return nodeDeleted();
        }
        boolean beats = takeWhole();
        Optional<NodeInfo> now = beats ? Optional.of(facts.get()) : Optional.empty();
        PendingWrite pendingWrite = gather(seen.get(), now);
        boolean done = false;
        try {
            Optional<ObjectNode> change = NodeStatusPatch.between(
                    seen.get(), pendingWrite.desired(), nodeContext.clock().instant());
            if (change.isPresent() && isRace(pendingWrite.desired())) {
                return Result.LATER;
            }
            if (change.isPresent()) {
                Node answer = informer.patch(
                        seen.get(), Patch.strategic(change.get()).status().onlyIfSame(seen.get()));
                announce(seen.get(), answer);
                wrote(pendingWrite.desired());
            }
            done = true;
        } finally {
            if (!done && beats) {
                scheduleHeartbeat();
            }
        }
        return written(pendingWrite);
    }

    private synchronized boolean isRace(DesiredNodeStatus desiredNodeStatus) {
        return last.equals(Optional.of(desiredNodeStatus))
                && nodeContext.clock().instant().isBefore(written.plus(SHORTEST));
    }

    private synchronized void wrote(DesiredNodeStatus desiredNodeStatus) {
        last = Optional.of(desiredNodeStatus);
        written = nodeContext.clock().instant();
    }

    /// Several changes, and the callers that wait for them.
    private record PendingWrite(DesiredNodeStatus desired, List<DriverUpdate> updates, DriverNodeMetadata drivers) {}

    private synchronized PendingWrite gather(Node seen, Optional<NodeInfo> now) {
        List<DriverUpdate> all = List.copyOf(updates);
        DriverNodeMetadata drivers = DriverNodeMetadata.of(seen, all);
        Map<String, String> labels = new HashMap<>(drivers.labels());
        Map<String, String> annotations = new HashMap<>();
        if (!all.isEmpty()) {
            annotations.put(DriverNodeMetadata.ANNOTATION, drivers.annotation());
        }
        if (adopting) {
            now.ifPresent(known -> known.labels().forEach(labels::putIfAbsent));
            annotations.putAll(ATTACHED_BY_CONTROLLER);
        }
        return new PendingWrite(
                new DesiredNodeStatus(labels, annotations, NodeCondition.all(notReadyReasons.values()), inUse, now),
                all,
                drivers);
    }

    private synchronized boolean takeWhole() {
        boolean before = whole;
        whole = false;
        return before;
    }

    private Result written(PendingWrite pendingWrite) {
        boolean news;
        synchronized (this) {
            Set<String> before = reported;
            reported = pendingWrite.desired().inUse().orElse(before);
            news = !reported.equals(before);
            adopting = false;
            updates.removeAll(pendingWrite.updates());
        }
        for (DriverUpdate update : pendingWrite.updates()) {
            update.result().complete(pendingWrite.drivers().refused().getOrDefault(update, ""));
        }
        return news ? Result.NEWS : Result.NOTHING;
    }

    private Node register() throws ApiFailure, InterruptedException {
        Node node = createOrAdopt();
        log.info("Node {} is registered.", nodeContext.node());
        uid.complete(node.meta().uid());
        return node;
    }

    private Node createOrAdopt() throws ApiFailure, InterruptedException {
        NamespacedName key = NamespacedName.of(nodeContext.node());
        NodeInfo now = facts.get();
        DesiredNodeStatus desiredNodeStatus =
                new DesiredNodeStatus(Map.of(), Map.of(), conditions(), Optional.empty(), Optional.empty());
        try {
            return informer.create(
                    "",
                    NodeStatusPatch.first(
                            now,
                            ATTACHED_BY_CONTROLLER,
                            desiredNodeStatus,
                            nodeContext.clock().instant()));
        } catch (ApiFailure e) {
            Optional<Node> existing = e.isAlreadyExists() || e.isForbidden() ? informer.fetch(key) : Optional.empty();
            synchronized (this) {
                adopting = existing.isPresent();
            }
            return existing.orElseThrow(() -> e);
        }
    }

    private synchronized List<NodeCondition> conditions() {
        return NodeCondition.all(notReadyReasons.values());
    }

    /// The deletion was intended; the node registers again when it is restarted.
    private Result nodeDeleted() {
        log.warn(
                "Node {} was deleted from the API server. Restart this process to register it again.",
                nodeContext.node());
        List<DriverUpdate> all;
        synchronized (this) {
            all = List.copyOf(updates);
            updates.clear();
        }
        all.forEach(update -> update.result().complete("node \"" + nodeContext.node() + "\" was deleted"));
        return Result.NOTHING;
    }

    private void announce(Node seen, Node answer) {
        if (seen.ready() != answer.ready()) {
            String now = answer.ready() ? "NodeReady" : VolumeEventReasons.NODE_NOT_READY;
            log.info("Node {} is {}ready.", nodeContext.node(), answer.ready() ? "" : "not ");
            nodeContext
                    .events()
                    .normal(answer.reference(), now, "Node " + nodeContext.node() + " status is now: " + now);
        }
    }
}
