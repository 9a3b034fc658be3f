package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.LabelSelector;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// A PodDisruptionBudget, asked whether a pod may be evicted.
record DisruptionBudget(ObjectNode object) {
    private static final String REFUSAL = "Cannot evict pod as it would violate the pod's disruption budget.";
    private static final String CONDITION = "DisruptionAllowed";
    private static final int MOST_DISRUPTED = 2000;
    private static final int RETRY_SECONDS = 10;

    String name() {
        return JsonTree.text(object, "metadata", "name");
    }

    boolean covers(ObjectNode pod) {
        return LabelSelector.required(JsonTree.at(object, "spec", "selector"))
                .matches(JsonTree.texts(pod, "metadata", "labels"));
    }

    /// Whether the pod may be evicted without counting as a disruption: it is not ready, and the others are
    /// enough or the budget does not care.
    boolean isFree(ObjectNode pod) {
        if (hasTrue(pod, "Ready")) {
            return false;
        }
        long desired = number("desiredHealthy");
        return JsonTree.text(object, "spec", "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
                || (number("currentHealthy") >= desired && desired > 0);
    }

    /// The budget after the eviction of the pod.
    ///
    /// @throws ApiException when it does not allow a disruption now
    ObjectNode take(String pod, Instant now) throws ApiException {
        long allowed = number("disruptionsAllowed");
        if (number("observedGeneration")
                < JsonTree.number(object, "metadata", "generation").orElse(0)) {
            throw stillProcessed();
        }
        if (allowed < 0) {
            throw forbidden("pdb disruptions allowed is negative");
        }
        if (JsonTree.at(object, "status", "disruptedPods").size() > MOST_DISRUPTED) {
            throw forbidden("DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        if (allowed == 0) {
            throw refused(why(), 0);
        }
        ObjectNode next = object.deepCopy();
        ObjectNode status = JsonTree.ensure(next, "status");
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        status.put("disruptionsAllowed", allowed - 1);
        if (allowed == 1) {
            closeCondition(status, time);
        }
        JsonTree.ensure(status, "disruptedPods").put(pod, time);
        return next;
    }

    /// The answer while the controller has not seen the latest change.
    ApiException stillProcessed() {
        return refused(
                "The disruption budget %s is still being processed by the server.".formatted(name()), RETRY_SECONDS);
    }

    private String why() {
        JsonNode condition = condition(JsonTree.list(object, "status", "conditions"), CONDITION);
        String message = JsonTree.text(condition, "message");
        String reason = JsonTree.text(condition, "reason");
        boolean isExplained = JsonTree.text(condition, "status").equals("False") && !message.isEmpty();
        if (isExplained && reason.equals("SyncFailed")) {
            return "The disruption budget %s does not allow evicting pods currently because it failed sync: %s"
                    .formatted(name(), message);
        }
        if (number("currentHealthy") <= number("desiredHealthy")) {
            return "The disruption budget %s needs %d healthy pods and has %d currently"
                    .formatted(name(), number("desiredHealthy"), number("currentHealthy"));
        }
        String plain = "The disruption budget %s does not allow evicting pods currently".formatted(name());
        return isExplained ? plain + " (%s): %s".formatted(reason, message) : plain;
    }

    private void closeCondition(ObjectNode status, String time) {
        ArrayNode conditions = JsonTree.list(status, "conditions");
        if (condition(conditions, CONDITION) instanceof ObjectNode condition) {
            if (!JsonTree.text(condition, "status").equals("False")) {
                condition.put("status", "False").put("lastTransitionTime", time);
            }
            condition
                    .put("observedGeneration", number("observedGeneration"))
                    .put("reason", "InsufficientPods")
                    .put("message", "");
        }
    }

    private long number(String field) {
        return JsonTree.number(object, "status", field).orElse(0);
    }

    private static ApiException refused(String why, int retrySeconds) {
        return new ApiException(
                StatusReason.TOO_MANY_REQUESTS,
                REFUSAL,
                ApiException.Details.NONE
                        .causes(List.of(new ApiException.Cause("DisruptionBudget", why, "")))
                        .retryAfter(retrySeconds));
    }

    private ApiException forbidden(String why) {
        return ApiException.forbidden("policy", "poddisruptionbudget", name(), why);
    }

    static boolean hasTrue(ObjectNode pod, String type) {
        return JsonTree.text(condition(JsonTree.list(pod, "status", "conditions"), type), "status")
                .equals("True");
    }

    private static JsonNode condition(ArrayNode conditions, String type) {
        for (JsonNode condition : conditions) {
            if (JsonTree.text(condition, "type").equals(type)) {
                return condition;
            }
        }
        return conditions.path(-1);
    }
}
