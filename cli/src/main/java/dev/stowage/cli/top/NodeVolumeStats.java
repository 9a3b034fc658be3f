package dev.stowage.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/// The volume statistics of a kubelet, or why they are unavailable.
sealed interface NodeVolumeStats {

    /// @param volumes by claim: `namespace/name`
    record Reported(Map<String, VolumeUsage> volumes) implements NodeVolumeStats {
        public Reported {
            volumes = Map.copyOf(volumes);
        }
    }

    record Unavailable(String why) implements NodeVolumeStats {}

    /// @param summary the kubelet's `/stats/summary`
    static NodeVolumeStats read(JsonNode summary) {
        Map<String, VolumeUsage> volumes = new HashMap<>();
        for (JsonNode pod : summary.path("pods")) {
            for (JsonNode volume : pod.path("volume")) {
                JsonNode claim = volume.path("pvcRef");
                if (claim.isObject()) {
                    volumes.put(
                            claim.path("namespace").asText() + "/"
                                    + claim.path("name").asText(),
                            VolumeUsage.read(volume));
                }
            }
        }
        return new Reported(volumes);
    }
}
