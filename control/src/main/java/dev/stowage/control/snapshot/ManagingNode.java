package dev.stowage.control.snapshot;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The node whose snapshotter takes a snapshot, when one runs on every node.
final class ManagingNode {
    private ManagingNode() {}

    /// The first node that can access all of the volumes; empty when they are accessible from every node, or
    /// have no node in common.
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
