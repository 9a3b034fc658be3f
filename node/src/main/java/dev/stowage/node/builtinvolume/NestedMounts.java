package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Other volumes that a container mounts inside a volume. Their mount points must be created beforehand,
/// because the container cannot write there.
final class NestedMounts {
    private NestedMounts() {}

    /// Paths in the volume; of nested mount points only the outer one.
    static Set<String> in(NodePod pod, String volume) {
        Set<String> nested = new TreeSet<>();
        List<JsonNode> containers = new ArrayList<>(pod.initContainers());
        containers.addAll(pod.containers());
        for (JsonNode container : containers) {
            for (JsonNode mount : container.path("volumeMounts")) {
                if (mount.path("name").asText("").equals(volume)) {
                    nested.addAll(inside(place(mount), container));
                }
            }
        }
        return nested;
    }

    private static List<String> inside(Path outer, JsonNode container) {
        List<Path> places = container
                .path("volumeMounts")
                .valueStream()
                .map(NestedMounts::place)
                .filter(place -> place.startsWith(outer) && !place.equals(outer))
                .toList();
        return places.stream()
                .filter(place -> places.stream().noneMatch(other -> place.startsWith(other) && !place.equals(other)))
                .map(place -> outer.relativize(place).toString())
                .toList();
    }

    /// Absolute, so that no `..` leads out of the container.
    private static Path place(JsonNode mount) {
        return Path.of("/").resolve(mount.path("mountPath").asText("")).normalize();
    }
}
