package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The owner of the files of a pod that no other user may read.
final class ProjectedFileOwner {
    private ProjectedFileOwner() {}

    /// The user that all containers run as; null when they differ or when one does not say.
    static @Nullable Long of(NodePod pod) {
        List<JsonNode> containers = new ArrayList<>(pod.initContainers());
        containers.addAll(pod.containers());
        Long one = null;
        for (JsonNode container : containers) {
            JsonNode own = container.path("securityContext").path("runAsUser");
            JsonNode user = own.isNumber() ? own : pod.securityContext().path("runAsUser");
            if (!user.isNumber() || (one != null && one != user.asLong())) {
                return null;
            }
            one = user.asLong();
        }
        return one;
    }
}
