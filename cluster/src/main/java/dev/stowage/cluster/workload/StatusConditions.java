package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The conditions of a status, to be changed one by one.
public final class StatusConditions {
    private final ArrayNode list = Json.object().putArray("conditions");

    /// @param status its conditions are copied
    public StatusConditions(JsonNode status) {
        status.path("conditions").forEach(condition -> list.add(condition.deepCopy()));
    }

    public ArrayNode list() {
        return list;
    }

    public Optional<JsonNode> find(String type) {
        for (JsonNode condition : list) {
            if (condition.path("type").asText("").equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    public boolean has(String type, String reason) {
        return find(type)
                .filter(condition -> condition.path("reason").asText("").equals(reason))
                .isPresent();
    }

    public void remove(String type) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i).path("type").asText("").equals(type)) {
                list.remove(i);
            }
        }
    }

    /// A condition with the same status and reason stays as it is.
    public ObjectNode set(String type, String status, String reason, String message, Instant now) {
        Optional<JsonNode> before = find(type);
        if (before.isPresent()
                && before.get().path("status").asText("").equals(status)
                && before.get().path("reason").asText("").equals(reason)) {
            return (ObjectNode) before.get();
        }
        return replace(type, status, reason, message, now);
    }

    /// `lastTransitionTime` changes only when the status does.
    public ObjectNode replace(String type, String status, String reason, String message, Instant now) {
        Optional<JsonNode> before = find(type);
        String time = time(now);
        String changed = before.filter(
                        condition -> condition.path("status").asText("").equals(status))
                .map(condition -> condition.path("lastTransitionTime").asText(time))
                .orElse(time);
        remove(type);
        return list.addObject()
                .put("type", type)
                .put("status", status)
                .put("lastTransitionTime", changed)
                .put("reason", reason)
                .put("message", message);
    }

    public static String time(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
