package dev.stowage.node.eviction;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.node.pod.NodePod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The local storage that a pod may use.
///
/// @param emptyDirs by the names of the volumes, in the order of the pod
/// @param containers by name, in the order of the pod
/// @param pod for everything together
record LocalStorageLimits(
        SequencedMap<String, Quantity> emptyDirs, SequencedMap<String, Quantity> containers, Optional<Quantity> pod) {
    private static final String RESOURCE = "ephemeral-storage";

    static LocalStorageLimits of(NodePod pod) {
        SequencedMap<String, Quantity> emptyDirs = new LinkedHashMap<>();
        for (JsonNode volume : pod.volumes()) {
            Quantity limit = Quantity.read(volume.path("emptyDir").path("sizeLimit"));
            if (limit.value() > 0) {
                emptyDirs.put(volume.path("name").asText(""), limit);
            }
        }
        SequencedMap<String, Quantity> containers = new LinkedHashMap<>();
        for (JsonNode container : pod.containers()) {
            Quantity limit = limit(container);
            if (limit.value() > 0) {
                containers.put(container.path("name").asText(""), limit);
            }
        }
        return new LocalStorageLimits(emptyDirs, containers, ofPod(pod));
    }

    boolean isEmpty() {
        return emptyDirs.isEmpty() && containers.isEmpty() && pod.isEmpty();
    }

    /// The sum of the containers that run together, or the largest one that runs before them. Those without a
    /// limit do not count, as in the kubelet.
    private static Optional<Quantity> ofPod(NodePod pod) {
        List<Quantity> together = new ArrayList<>();
        Quantity before = Quantity.ZERO;
        for (JsonNode container : pod.initContainers()) {
            Quantity limit = limit(container);
            if (container.path("restartPolicy").asText("").equals("Always")) {
                together.add(limit);
                continue;
            }
            Quantity beside = sum(together).orElse(Quantity.ZERO);
            Quantity needed = sum(List.of(limit, beside)).orElse(Quantity.ZERO);
            before = needed.compareTo(before) > 0 ? needed : before;
        }
        pod.containers().forEach(container -> together.add(limit(container)));
        Quantity all = sum(together).orElse(Quantity.ZERO);
        Quantity most = all.compareTo(before) >= 0 ? all : before;
        return most.isZero() ? Optional.empty() : Optional.of(most);
    }

    /// In the unit of the first amount, as Kubernetes adds them.
    private static Optional<Quantity> sum(List<Quantity> amounts) {
        List<Quantity> some =
                amounts.stream().filter(amount -> !amount.isZero()).toList();
        if (some.size() <= 1) {
            return some.stream().findFirst();
        }
        long bytes = some.stream().mapToLong(Quantity::value).reduce(0, LocalStorageLimits::add);
        boolean binary = some.getFirst().text().endsWith("i");
        return Optional.of(binary ? Quantity.ofBytes(bytes) : Quantity.parse(Long.toString(bytes)));
    }

    private static long add(long one, long other) {
        return other > Long.MAX_VALUE - one ? Long.MAX_VALUE : one + other;
    }

    private static Quantity limit(JsonNode container) {
        return Quantity.read(container.path("resources").path("limits").path(RESOURCE));
    }
}
