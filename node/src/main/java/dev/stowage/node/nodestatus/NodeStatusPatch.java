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

/// The difference between the desired and the actual Node object, as a strategic merge patch of its status;
/// labels and annotations can change with it.
final class NodeStatusPatch {

    private NodeStatusPatch() {}

    static Optional<ObjectNode> between(Node seen, DesiredNodeStatus desired, Instant now) {
        ObjectNode patch = Json.object();
        texts(patch, "labels", seen.meta().labels(), desired.labels());
        texts(patch, "annotations", seen.meta().annotations(), desired.annotations());
        boolean whole = desired.facts().isPresent();
        desired.facts().ifPresent(facts -> facts.writeTo(patch.withObject("/status"), true));
        if (whole || !desired.conditions().stream().allMatch(nodeCondition -> hasCondition(seen, nodeCondition))) {
            conditions(patch.withObject("/status").putArray("conditions"), desired, seen::condition, now);
        }
        if (desired.inUse().isPresent() && !desired.inUse().get().equals(seen.inUse())) {
            ArrayNode inUse = patch.withObject("/status").putArray("volumesInUse");
            new TreeSet<>(desired.inUse().get()).forEach(inUse::add);
        }
        return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }

    /// The status of a node that is registered for the first time.
    static ObjectNode first(NodeInfo facts, Map<String, String> annotations, DesiredNodeStatus desired, Instant now) {
        ObjectNode object = facts.creation(annotations);
        ObjectNode status = object.putObject("status");
        facts.writeTo(status, false);
        conditions(status.putArray("conditions"), desired, _ -> Optional.empty(), now);
        return object;
    }

    private static boolean hasCondition(Node seen, NodeCondition nodeCondition) {
        return seen.condition(nodeCondition.type())
                .filter(condition -> condition.status().equals(nodeCondition.status())
                        && condition.reason().equals(nodeCondition.reason())
                        && condition.message().equals(nodeCondition.message()))
                .isPresent();
    }

    private static void conditions(
            ArrayNode conditions,
            DesiredNodeStatus desired,
            Function<String, Optional<StatusCondition>> seen,
            Instant now) {
        for (NodeCondition nodeCondition : desired.conditions()) {
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
