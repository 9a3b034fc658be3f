package dev.stowage.control.schedule;

import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A node with the pods that are there or on their way.
///
/// @param csi what its drivers say; null before the first of them said anything
/// @param attached driver by unique name of the volumes that attachments are for
record NodeView(Node node, @Nullable CsiNode csi, Map<String, String> attached, List<Placed> pods, Load load) {

    /// @param volumes driver by unique name
    record Placed(Pod pod, Map<String, String> volumes) {}

    static NodeView of(Node node, @Nullable CsiNode csi, Map<String, String> attached, Collection<Placed> pods) {
        return new NodeView(node, csi, attached, List.copyOf(pods), Load.of(pods));
    }

    String name() {
        return node.meta().name();
    }

    long allocatable(String resource) {
        return node.allocatable().getOrDefault(resource, 0L);
    }

    NodeView plus(Pod pod, Map<String, String> volumes) {
        List<Placed> more = new ArrayList<>(pods);
        more.add(new Placed(pod, volumes));
        return new NodeView(node, csi, attached, more, load.plus(pod, volumes));
    }

    NodeView without(Collection<Pod> gone) {
        return of(
                node,
                csi,
                attached,
                pods.stream().filter(placed -> !gone.contains(placed.pod())).toList());
    }
}
