package dev.stowage.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/// What a node's kubelet said when it was asked for figures.
sealed interface NodeFigures {

    /// @param volumes by claim: `namespace/name`
    record Told(Map<String, Usage> volumes) implements NodeFigures {
        public Told {
            volumes = Map.copyOf(volumes);
        }
    }

    record Silent(String why) implements NodeFigures {}

    /// @param summary the kubelet's `/stats/summary`
    static NodeFigures read(JsonNode summary) {
        Map<String, Usage> volumes = new HashMap<>();
        for (JsonNode pod : summary.path("pods")) {
            for (JsonNode volume : pod.path("volume")) {
                JsonNode claim = volume.path("pvcRef");
                if (claim.isObject()) {
                    volumes.put(
                            claim.path("namespace").asText() + "/"
                                    + claim.path("name").asText(),
                            Usage.read(volume));
                }
            }
        }
        return new Told(volumes);
    }
}
