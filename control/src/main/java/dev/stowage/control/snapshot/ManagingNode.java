package dev.stowage.control.snapshot;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Whose snapshotter takes a snapshot, where one runs on every node.
final class ManagingNode {
    private ManagingNode() {}

    /// The first node from which all of the volumes can be reached; empty when they can be reached from anywhere, or
    /// together from nowhere.
    static Optional<String> node(List<Node> nodes, Collection<PersistentVolume> volumes) {
        if (volumes.stream().allMatch(volume -> volume.nodeTerms().isEmpty())) {
            return Optional.empty();
        }
        return nodes.stream()
                .filter(node -> volumes.stream().allMatch(volume -> volume.isUsableOn(node.meta())))
                .map(node -> node.meta().name())
                .findFirst();
    }
}
