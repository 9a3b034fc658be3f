package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Computes the status of a pod. A pure function of its state.
final class PodStatus {
    private PodStatus() {}

    /// @return the part of the status that the node writes; empty when there is nothing to write
    static Optional<ObjectNode> of(PodState view, PodHost place) {
        if (!view.known() || (view.sandbox() == null && isHistory(view))) {
            return Optional.empty();
        }
        String phase = PodPhase.of(view);
        ObjectNode status = Json.object();
        if (view.generation() > 0) {
            status.put("observedGeneration", view.generation());
        }
        status.put("phase", phase);
        if (phase.equals("Failed") && !view.pod().isOver()) {
            view.failure()
                    .ifPresent(podFailure ->
                            status.put("reason", podFailure.reason()).put("message", podFailure.message()));
        }
        addresses(view, place, status);
        String began = view.pod().status().path("startTime").asText("");
        status.put("startTime", began.isEmpty() ? ContainerStatus.format(view.now()) : began);
        var containers = new ContainerStatus(view, place);
        Map<String, ObjectNode> byName = new LinkedHashMap<>();
        ArrayNode inits = Json.object().arrayNode();
        ArrayNode mains = Json.object().arrayNode();
        ArrayNode ephemerals = Json.object().arrayNode();
        for (ContainerSpec spec : view.specs()) {
            ObjectNode one = containers.of(spec);
            byName.put(spec.name(), one);
            switch (spec.part()) {
                case INIT, SIDECAR -> inits.add(one);
                case MAIN -> mains.add(one);
                case EPHEMERAL -> ephemerals.add(one);
            }
        }
        PodConditions.write(view, phase, byName, status.putArray("conditions"));
        if (!inits.isEmpty()) {
            status.set("initContainerStatuses", inits);
        }
        // A rejected pod has none, so that it does not look started.
        if (view.podMemory().refused() == null) {
            status.set("containerStatuses", mains);
        }
        if (!ephemerals.isEmpty()) {
            status.set("ephemeralContainerStatuses", ephemerals);
        }
        return Optional.of(status);
    }

    /// Everything was reported before, or nothing was started.
    private static boolean isHistory(PodState view) {
        return view.pod().isOver()
                || (view.isDeletionRequested() && view.containers().isEmpty());
    }

    private static void addresses(PodState view, PodHost place, ObjectNode status) {
        status.put("hostIP", place.hostIp()).putArray("hostIPs").addObject().put("ip", place.hostIp());
        var running = view.sandbox();
        boolean onHost = view.pod().spec().path("hostNetwork").asBoolean();
        String own = onHost || running == null ? "" : running.ip();
        String known = view.pod().status().path("podIP").asText("");
        String ip = own.isEmpty() && running != null ? place.hostIp() : own.isEmpty() ? known : own;
        if (!ip.isEmpty()) {
            status.put("podIP", ip).putArray("podIPs").addObject().put("ip", ip);
        }
    }

    /// Whether the server's status contains all of it. Other fields of the status are not the node's.
    static boolean isReported(JsonNode wanted, JsonNode known) {
        if (wanted.isObject()) {
            return wanted.propertyStream()
                    .allMatch(field -> field.getKey().equals("conditions")
                            ? areTold(field.getValue(), known.path("conditions"))
                            : isReported(field.getValue(), known.path(field.getKey())));
        }
        if (wanted.isArray()) {
            boolean same = wanted.size() == known.size();
            for (int i = 0; same && i < wanted.size(); i++) {
                same = isReported(wanted.path(i), known.path(i));
            }
            return same;
        }
        return isNothing(wanted) ? isNothing(known) : wanted.equals(known);
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isTextual() && value.asText().isEmpty());
    }

    private static boolean areTold(JsonNode wanted, JsonNode known) {
        return wanted.valueStream()
                .allMatch(condition -> known.valueStream()
                        .filter(other -> other.path("type").equals(condition.path("type")))
                        .anyMatch(other -> isReported(condition, other)));
    }
}
