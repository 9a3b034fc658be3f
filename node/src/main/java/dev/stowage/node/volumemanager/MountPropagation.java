package dev.stowage.node.volumemanager;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.util.Set;
import java.util.TreeSet;

/// Which containers see mounts that are created after they started.
final class MountPropagation {

    private MountPropagation() {}

    /// The containers that use a volume and do not.
    static Set<String> containersWithoutPropagation(DesiredVolume desired) {
        Set<String> blind = new TreeSet<>();
        for (JsonNode container : desired.pod().containers()) {
            for (JsonNode mount : container.path("volumeMounts")) {
                boolean follows = mount.path("mountPropagation").asText("").equals("HostToContainer")
                        || mount.path("mountPropagation").asText("").equals("Bidirectional");
                if (desired.names().contains(mount.path("name").asText("")) && !follows) {
                    blind.add(container.path("name").asText(""));
                }
            }
        }
        return blind;
    }
}
