package dev.stowage.node.nodestatus;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.StatusCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// What the node's object lacks, as a strategic merge patch of its status: there labels and annotations may
/// change too.
final class NodeStatusPatch {

    private NodeStatusPatch() {}

    static Optional<ObjectNode> between(Node seen, DesiredNodeStatus desiredNodeStatus, Instant now) {
        ObjectNode patch = Json.object();
        texts(patch, "labels", seen.meta().labels(), desiredNodeStatus.labels());
        texts(patch, "annotations", seen.meta().annotations(), desiredNodeStatus.annotations());
        boolean whole = desiredNodeStatus.facts().isPresent();
        desiredNodeStatus.facts().ifPresent(facts -> facts.writeTo(patch.withObject("/status"), true));
        if (whole || !desiredNodeStatus.conditions().stream().allMatch(nodeCondition -> said(seen, nodeCondition))) {
            conditions(patch.withObject("/status").putArray("conditions"), desiredNodeStatus, seen::condition, now);
        }
        if (desiredNodeStatus.inUse().isPresent()
                && !desiredNodeStatus.inUse().get().equals(seen.inUse())) {
            ArrayNode inUse = patch.withObject("/status").putArray("volumesInUse");
            new TreeSet<>(desiredNodeStatus.inUse().get()).forEach(inUse::add);
        }
        return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }

    /// The status of a node that is told to the cluster for the first time.
    static ObjectNode first(
            NodeInfo facts, Map<String, String> annotations, DesiredNodeStatus desiredNodeStatus, Instant now) {
        ObjectNode object = facts.creation(annotations);
        ObjectNode status = object.putObject("status");
        facts.writeTo(status, false);
        conditions(status.putArray("conditions"), desiredNodeStatus, _ -> Optional.empty(), now);
        return object;
    }

    private static boolean said(Node seen, NodeCondition nodeCondition) {
        return seen.condition(nodeCondition.type())
                .filter(condition -> condition.status().equals(nodeCondition.status())
                        && condition.reason().equals(nodeCondition.reason())
                        && condition.message().equals(nodeCondition.message()))
                .isPresent();
    }

    private static void conditions(
            ArrayNode conditions,
            DesiredNodeStatus desiredNodeStatus,
            Function<String, Optional<StatusCondition>> seen,
            Instant now) {
        for (NodeCondition nodeCondition : desiredNodeStatus.conditions()) {
            Instant since = seen.apply(nodeCondition.type())
                    .filter(before -> before.status().equals(nodeCondition.status()))
                    .map(StatusCondition::lastTransitionTime)
                    .orElse(now);
            conditions
                    .addObject()
                    .put("type", nodeCondition.type())
                    .put("status", nodeCondition.status())
                    .put("reason", nodeCondition.reason())
                    .put("message", nodeCondition.message())
                    .put("lastHeartbeatTime", second(now))
                    .put("lastTransitionTime", second(since));
        }
    }

    private static void texts(ObjectNode patch, String field, Map<String, String> seen, Map<String, String> wanted) {
        new TreeMap<>(wanted).forEach((name, value) -> {
            if (!Objects.equals(seen.getOrDefault(name, ""), value)) {
                ObjectNode texts = patch.withObject("/metadata/" + field);
                if (value.isEmpty()) {
                    texts.putNull(name);
                } else {
                    texts.put(name, value);
                }
            }
        });
    }

    private static String second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
