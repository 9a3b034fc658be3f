package dev.stowage.driver;

import dev.stowage.sdk.Topology;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.util.Map;

/// The topology of a pool, as it is written in the configuration: `{"topology.kubernetes.io/zone": "a"}`.
final class PoolTopology {

    /// What the specification allows; Kubernetes makes labels of nodes from it.
    private static final String KEY =
            "([a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?";

    private static final String VALUE = "[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?";

    private PoolTopology() {}

    static Topology parse(JsonObject object) throws IOException {
        Map<String, String> segments = object.texts();
        if (segments.isEmpty()) {
            throw new IOException(
                    "topology is empty; write {\"topology.kubernetes.io/zone\": \"ZONE\"}, or omit it for a"
                            + " pool that is accessible from all nodes");
        }
        for (Map.Entry<String, String> segment : segments.entrySet()) {
            if (!segment.getKey().matches(KEY)) {
                throw new IOException("invalid topology key \"" + segment.getKey()
                        + "\": use a label key such as topology.kubernetes.io/zone");
            }
            if (!segment.getValue().matches(VALUE)) {
                throw new IOException("invalid value of topology key " + segment.getKey() + ": use a label value of"
                        + " letters, digits, dashes, dots and underscores");
            }
        }
        return new Topology(segments);
    }
}
