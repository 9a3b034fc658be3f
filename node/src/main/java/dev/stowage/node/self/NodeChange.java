package dev.stowage.node.self;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.StatusCondition;
import dev.stowage.kube.model.Node;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// What the node's object lacks, as a strategic merge patch of its status: there labels and annotations may change too.
final class NodeChange {

    private NodeChange() {}

    static Optional<ObjectNode> between(Node seen, Wish wish, Instant now) {
        ObjectNode patch = Json.object();
        texts(patch, "labels", seen.meta().labels(), wish.labels());
        texts(patch, "annotations", seen.meta().annotations(), wish.annotations());
        boolean whole = wish.facts().isPresent();
        wish.facts().ifPresent(facts -> facts.writeTo(patch.withObject("/status"), true));
        if (whole || !wish.sayings().stream().allMatch(saying -> said(seen, saying))) {
            conditions(patch.withObject("/status").putArray("conditions"), wish, seen::condition, now);
        }
        if (wish.inUse().isPresent() && !wish.inUse().get().equals(seen.inUse())) {
            ArrayNode inUse = patch.withObject("/status").putArray("volumesInUse");
            new TreeSet<>(wish.inUse().get()).forEach(inUse::add);
        }
        return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }

    /// The status of a node that is told to the cluster for the first time.
    static ObjectNode first(NodeFacts facts, Map<String, String> annotations, Wish wish, Instant now) {
        ObjectNode object = facts.creation(annotations);
        ObjectNode status = object.putObject("status");
        facts.writeTo(status, false);
        conditions(status.putArray("conditions"), wish, _ -> Optional.empty(), now);
        return object;
    }

    private static boolean said(Node seen, Saying saying) {
        return seen.condition(saying.type())
                .filter(condition -> condition.status().equals(saying.status())
                        && condition.reason().equals(saying.reason())
                        && condition.message().equals(saying.message()))
                .isPresent();
    }

    private static void conditions(
            ArrayNode conditions, Wish wish, Function<String, Optional<StatusCondition>> seen, Instant now) {
        for (Saying saying : wish.sayings()) {
            Instant since = seen.apply(saying.type())
                    .filter(before -> before.status().equals(saying.status()))
                    .map(StatusCondition::lastTransitionTime)
                    .orElse(now);
            conditions
                    .addObject()
                    .put("type", saying.type())
                    .put("status", saying.status())
                    .put("reason", saying.reason())
                    .put("message", saying.message())
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
