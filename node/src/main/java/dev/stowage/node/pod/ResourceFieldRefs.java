package dev.stowage.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.Quantity;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/// Limits and requests of a container in the requested unit, rounded up.
final class ResourceFieldRefs {
    /// For these resources, a container without a limit gets the node's allocatable.
    private static final Set<String> FROM_NODE = Set.of("cpu", "memory", "ephemeral-storage");

    private static final Set<String> FROM_POD = Set.of("cpu", "memory");

    private ResourceFieldRefs() {}

    static String value(JsonNode container, JsonNode podSpec, JsonNode ref, Map<String, Long> allocatable)
            throws IOException {
        String resource = ref.path("resource").asText("");
        int dot = resource.indexOf('.');
        String kind = dot < 0 ? "" : resource.substring(0, dot);
        String name = resource.substring(dot + 1);
        boolean known = FROM_NODE.contains(name) || name.startsWith("hugepages-");
        if (!known || !(kind.equals("limits") || kind.equals("requests"))) {
            throw new IOException("unsupported container resource : " + resource);
        }
        long amount = Quantity.parseOrZero(
                        container.path("resources").path(kind).path(name).asText("0"))
                .milliValue();
        if (amount == 0 && kind.equals("limits")) {
            amount = fallback(name, podSpec, allocatable);
        }
        long divisor = Quantity.parseOrZero(ref.path("divisor").asText("1")).milliValue();
        return String.valueOf(Math.ceilDiv(whole(name, amount), divisor == 0 ? 1000 : whole(name, divisor)));
    }

    private static long fallback(String name, JsonNode podSpec, Map<String, Long> allocatable) {
        if (!FROM_NODE.contains(name)) {
            return 0;
        }
        long ofPod = FROM_POD.contains(name)
                ? Quantity.parseOrZero(podSpec.path("resources")
                                .path("limits")
                                .path(name)
                                .asText("0"))
                        .milliValue()
                : 0;
        return ofPod > 0 ? ofPod : allocatable.getOrDefault(name, 0L);
    }

    /// Only processors are fractional.
    private static long whole(String name, long thousandths) {
        return name.equals("cpu") ? thousandths : Math.ceilDiv(thousandths, 1000L) * 1000;
    }
}
