package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import java.util.ArrayList;
import java.util.List;

/// A container in the spec of its pod.
record ContainerSpec(String name, Part part, JsonNode spec) {

    enum Part {
        /// Runs to completion before others start.
        INIT,
        /// A sidecar: starts before the others and runs alongside them.
        SIDECAR,
        /// A regular container of the pod.
        MAIN,
        /// Was added to the running pod to debug it. Runs once, and does not count for the pod.
        EPHEMERAL
    }

    /// In the order in which they start.
    static List<ContainerSpec> of(NodePod pod) {
        var all = new ArrayList<ContainerSpec>();
        for (JsonNode container : pod.initContainers()) {
            boolean stays = container.path("restartPolicy").asText("").equals("Always");
            all.add(new ContainerSpec(nameOf(container), stays ? Part.SIDECAR : Part.INIT, container));
        }
        pod.containers().forEach(container -> all.add(new ContainerSpec(nameOf(container), Part.MAIN, container)));
        pod.ephemeralContainers()
                .forEach(container -> all.add(new ContainerSpec(nameOf(container), Part.EPHEMERAL, container)));
        return all;
    }

    private static String nameOf(JsonNode container) {
        return container.path("name").asText("");
    }

    String image() {
        return spec.path("image").asText("");
    }

    /// Whether it is restarted after it exited with this code.
    boolean restarts(NodePod pod, int code) {
        if (part == Part.EPHEMERAL) {
            return false;
        }
        for (JsonNode rule : spec.path("restartPolicyRules")) {
            boolean listed =
                    rule.path("exitCodes").path("values").valueStream().anyMatch(value -> value.asInt() == code);
            if (listed == rule.path("exitCodes").path("operator").asText("").equals("In")) {
                return true;
            }
        }
        String ofPod = pod.spec().path("restartPolicy").asText("Always");
        return switch (spec.path("restartPolicy").asText(ofPod)) {
            case "Never" -> false;
            case "OnFailure" -> code != 0;
            default -> part != Part.INIT || code != 0;
        };
    }
}
