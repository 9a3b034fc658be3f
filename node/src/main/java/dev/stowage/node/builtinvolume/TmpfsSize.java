package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.node.pod.NodePod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The size limit of a volume in memory: the limit of the pod, and at most the memory that the node has for
/// pods.
final class TmpfsSize {
    private TmpfsSize() {}

    /// @param allocatable thousandths of what pods can have of the node
    /// @return 0 when nothing limits it
    static long of(NodePod pod, JsonNode source, Map<String, Long> allocatable) {
        long size = allocatable.getOrDefault("memory", 0L) / 1000;
        size = smaller(size, ofPod(pod));
        return smaller(size, bytes(source.path("sizeLimit")));
    }

    private static long smaller(long size, long limit) {
        return limit > 0 && (size == 0 || limit < size) ? limit : size;
    }

    /// A container without a limit leaves the pod without one.
    private static long ofPod(NodePod pod) {
        long own = bytes(pod.spec().path("resources").path("limits").path("memory"));
        if (own > 0) {
            return own;
        }
        long sum = 0;
        long most = 0;
        for (JsonNode container : pod.containers()) {
            long limit = limit(container);
            if (limit == 0) {
                return 0;
            }
            sum += limit;
        }
        List<JsonNode> before = new ArrayList<>();
        for (JsonNode container : pod.initContainers()) {
            if (limit(container) == 0) {
                return 0;
            }
            if (container.path("restartPolicy").asText("").equals("Always")) {
                sum += limit(container);
            } else {
                before.add(container);
            }
        }
        for (JsonNode container : before) {
            most = Math.max(most, limit(container));
        }
        return Math.max(sum, most);
    }

    private static long limit(JsonNode container) {
        return bytes(container.path("resources").path("limits").path("memory"));
    }

    private static long bytes(JsonNode amount) {
        return amount.isMissingNode()
                ? 0
                : Quantity.parseOrZero(amount.asText("0")).value();
    }
}
