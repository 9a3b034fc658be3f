package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelSelector;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;
import java.util.Map;

/// Where a volume can be used, as its object says it.
public final class VolumeNodeAffinity {

    private VolumeNodeAffinity() {}

    /// One alternative for each topology that the driver named; none for usable everywhere. A topology without
    /// segments
    /// restricts nothing by itself and makes no alternative, for the server takes no empty one.
    public static List<PersistentVolume.NodeSelectorTerm> of(List<Topology> accessible) {
        return accessible.stream()
                .filter(topology -> topology.getSegmentsCount() > 0)
                .map(topology -> new PersistentVolume.NodeSelectorTerm(
                        TopologySegment.of(topology.getSegmentsMap()).entries().stream()
                                .map(entry -> new LabelSelector.Requirement(entry.key(), "In", List.of(entry.value())))
                                .toList(),
                        List.of()))
                .toList();
    }

    /// Whether a volume can be used where the node says it is. Who says nothing of places, volume or node, is not
    /// bound to any.
    ///
    /// @param node the segments that the driver reports for the node
    public static boolean allows(List<PersistentVolume.NodeSelectorTerm> terms, Map<String, String> node) {
        return terms.isEmpty()
                || node.isEmpty()
                || terms.stream()
                        .anyMatch(term -> term.fields().isEmpty()
                                && !term.labels().isEmpty()
                                && term.labels().stream().allMatch(label -> label.matches(node)));
    }
}
