package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A node with the pods that are bound to it or being bound.
///
/// @param csi what its drivers reported; null before the first report
/// @param attached driver by unique name of the volumes that have attachments
record NodeInfo(
        Node node, @Nullable CsiNode csi, Map<String, String> attached, List<PlacedPod> pods, NodeUsage nodeUsage) {

    /// @param volumes driver by unique name
    record PlacedPod(Pod pod, Map<String, String> volumes) {}

    static NodeInfo of(Node node, @Nullable CsiNode csi, Map<String, String> attached, Collection<PlacedPod> pods) {
        return new NodeInfo(node, csi, attached, List.copyOf(pods), NodeUsage.of(pods));
    }

    String name() {
        return node.meta().name();
    }

    long allocatable(String resource) {
        return node.allocatable().getOrDefault(resource, 0L);
    }

    NodeInfo plus(Pod pod, Map<String, String> volumes) {
        List<PlacedPod> more = new ArrayList<>(pods);
        more.add(new PlacedPod(pod, volumes));
        return new NodeInfo(node, csi, attached, more, nodeUsage.plus(pod, volumes));
    }

    NodeInfo without(Collection<Pod> gone) {
        return of(
                node,
                csi,
                attached,
                pods.stream()
                        .filter(placedPod -> !gone.contains(placedPod.pod()))
                        .toList());
    }
}
