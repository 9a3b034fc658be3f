package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The scheduling constraints of a pod.
///
/// @param requests the sum of the requests of its containers in thousandths, by resource
/// @param schedulingGates gates that keep it from being scheduled
/// @param required the node affinity: one of the terms must match; empty for every node
/// @param hostPorts protocol and port, as `TCP/80`
/// @param podAffinity pods that it must be near, all of the terms
/// @param podAntiAffinity pods that it must not be near
/// @param preempts whether it may preempt other pods
public record PodScheduling(
        String scheduler,
        int priority,
        Map<String, Long> requests,
        Map<String, String> nodeSelector,
        List<PersistentVolume.NodeSelectorTerm> required,
        List<Toleration> tolerations,
        List<String> schedulingGates,
        List<String> hostPorts,
        List<PodAffinityTerm> podAffinity,
        List<PodAffinityTerm> podAntiAffinity,
        boolean preempts) {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    /// @param operator `Exists` or `Equal`
    /// @param effect empty for every effect
    /// @param seconds how long it is tolerated; negative for no limit
    public record Toleration(String key, String operator, String value, String effect, long seconds) {

        static Toleration read(JsonNode node) {
            return new Toleration(
                    JsonFields.shared(node, "key"),
                    JsonFields.share(node.path("operator").asText("Equal")),
                    JsonFields.shared(node, "value"),
                    JsonFields.shared(node, "effect"),
                    node.path("tolerationSeconds").asLong(-1));
        }

        public boolean tolerates(Taint taint) {
            boolean sameKey = key.isEmpty() ? operator.equals("Exists") : key.equals(taint.key());
            return sameKey
                    && (effect.isEmpty() || effect.equals(taint.effect()))
                    && (operator.equals("Exists") || value.equals(taint.value()));
        }
    }

    static PodScheduling read(JsonNode spec) {
        JsonNode affinity = spec.path("affinity");
        return new PodScheduling(
                JsonFields.shared(spec, "schedulerName"),
                spec.path("priority").asInt(),
                requests(spec),
                JsonFields.map(spec.path("nodeSelector")),
                JsonFields.list(
                        affinity.path("nodeAffinity").path(REQUIRED).path("nodeSelectorTerms"),
                        PersistentVolume.NodeSelectorTerm::read),
                JsonFields.list(spec.path("tolerations"), Toleration::read),
                JsonFields.list(spec.path("schedulingGates"), gate -> JsonFields.shared(gate, "name")),
                hostPorts(spec),
                JsonFields.list(affinity.path("podAffinity").path(REQUIRED), PodAffinityTerm::read),
                JsonFields.list(affinity.path("podAntiAffinity").path(REQUIRED), PodAffinityTerm::read),
                !spec.path("preemptionPolicy").asText("").equals("Never"));
    }

    /// Containers run together; init containers run before, one after another, unless they are sidecars.
    private static Map<String, Long> requests(JsonNode spec) {
        Map<String, Long> together = new HashMap<>();
        spec.path("containers").forEach(container -> add(together, container));
        Map<String, Long> peak = new HashMap<>();
        Map<String, Long> staying = new HashMap<>();
        for (JsonNode container : spec.path("initContainers")) {
            if (container.path("restartPolicy").asText("").equals("Always")) {
                add(together, container);
                add(staying, container);
            } else {
                Map<String, Long> now = new HashMap<>(staying);
                add(now, container);
                now.forEach((name, amount) -> peak.merge(name, amount, Long::max));
            }
        }
        peak.forEach((name, amount) -> together.merge(name, amount, Long::max));
        JsonFields.milliValues(spec.path("overhead"))
                .forEach((name, amount) -> together.merge(name, amount, Long::sum));
        return Map.copyOf(together);
    }

    private static void add(Map<String, Long> sum, JsonNode container) {
        JsonFields.milliValues(container.path("resources").path("requests"))
                .forEach((name, amount) -> sum.merge(name, amount, Long::sum));
    }

    private static List<String> hostPorts(JsonNode spec) {
        return JsonFields.list(spec.path("containers"), container -> container.path("ports")).stream()
                .flatMap(ports -> JsonFields.list(ports, port -> port).stream())
                .filter(port -> port.path("hostPort").asInt() > 0)
                .map(port -> port.path("protocol").asText("TCP") + "/"
                        + port.path("hostPort").asInt())
                .toList();
    }
}
