package dev.stowage.cli.drain;

import dev.stowage.cli.move.Movers;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a drain has to know of the cluster, beside the moves.
///
/// @param csiNodes by name
/// @param usedVolumes the names of the volumes that pods on the node use
record DrainCluster(
        List<PersistentVolume> volumes,
        List<Node> nodes,
        Map<String, CsiNode> csiNodes,
        List<CsiStorageCapacity> capacities,
        Movers movers,
        Set<String> usedVolumes) {

    DrainCluster {
        volumes = List.copyOf(volumes);
        nodes = List.copyOf(nodes);
        csiNodes = Map.copyOf(csiNodes);
        capacities = List.copyOf(capacities);
        usedVolumes = Set.copyOf(usedVolumes);
    }

    Optional<Node> node(String name) {
        return nodes.stream().filter(node -> node.meta().name().equals(name)).findFirst();
    }

    /// The nodes that can use the volume, by its affinity.
    List<String> placesOf(PersistentVolume volume) {
        return nodes.stream()
                .filter(node -> volume.isUsableOn(node.meta()))
                .map(node -> node.meta().name())
                .toList();
    }
}
