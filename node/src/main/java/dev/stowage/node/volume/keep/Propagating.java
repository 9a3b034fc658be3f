package dev.stowage.node.volume.keep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.volume.want.Wanted;
import java.util.Set;
import java.util.TreeSet;

/// Which containers see what is mounted after they began.
final class Propagating {

    private Propagating() {}

    /// The containers that use a volume and do not.
    static Set<String> blind(Wanted wanted) {
        Set<String> blind = new TreeSet<>();
        for (JsonNode container : wanted.pod().containers()) {
            for (JsonNode mount : container.path("volumeMounts")) {
                boolean follows = mount.path("mountPropagation").asText("").equals("HostToContainer")
                        || mount.path("mountPropagation").asText("").equals("Bidirectional");
                if (wanted.names().contains(mount.path("name").asText("")) && !follows) {
                    blind.add(container.path("name").asText(""));
                }
            }
        }
        return blind;
    }
}
