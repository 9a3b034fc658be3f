package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;
import java.util.Map;

/// The node affinity of a PersistentVolume.
public final class VolumeNodeAffinity {

    private VolumeNodeAffinity() {}

    /// One term per topology that the driver returned; none for accessible everywhere. A topology without
    /// segments restricts nothing and gets no term, because the server rejects empty ones.
    public static List<PersistentVolume.NodeSelectorTerm> of(List<Topology> accessible) {
        return accessible.stream()
                .filter(topology -> topology.getSegmentsCount() > 0)
                .map(topology -> new PersistentVolume.NodeSelectorTerm(
                        TopologySegment.of(topology.getSegmentsMap()).entries().stream()
                                .map(entry -> LabelRequirement.in(entry.key(), List.of(entry.value())))
                                .toList(),
                        List.of()))
                .toList();
    }

    /// Whether a volume is accessible from the node. A volume or node without topology is not restricted.
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
