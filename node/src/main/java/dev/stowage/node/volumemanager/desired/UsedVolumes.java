package dev.stowage.node.volumemanager.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/// The volumes that the containers of a pod use. A volume that is only listed is not mounted.
///
/// @param mounts as file systems
/// @param devices as raw block devices
public record UsedVolumes(Set<String> mounts, Set<String> devices) {

    public static UsedVolumes of(NodePod pod) {
        Set<String> mounts = new LinkedHashSet<>();
        Set<String> devices = new LinkedHashSet<>();
        Stream.of("initContainers", "containers", "ephemeralContainers")
                .flatMap(list -> pod.spec().path(list).valueStream())
                .forEach(container -> {
                    add(container.path("volumeMounts"), mounts);
                    add(container.path("volumeDevices"), devices);
                });
        return new UsedVolumes(mounts, devices);
    }

    private static void add(JsonNode list, Set<String> names) {
        list.valueStream().forEach(use -> names.add(use.path("name").asText("")));
    }

    public boolean has(String volume) {
        return mounts.contains(volume) || devices.contains(volume);
    }
}
