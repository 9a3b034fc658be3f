package dev.stowage.sidecar.mover;

import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The nodes that matter to a move, as the server has them.
record MoveNodes(Map<String, Node> nodes, Map<String, CsiNode> csiNodes) {

    MoveNodes {
        nodes = Map.copyOf(nodes);
        csiNodes = Map.copyOf(csiNodes);
    }

    boolean has(String node) {
        return nodes.containsKey(node);
    }

    boolean isReady(String node) {
        return find(node).filter(Node::ready).isPresent();
    }

    private Optional<Node> find(String node) {
        return Optional.ofNullable(nodes.get(node));
    }

    /// The labels by which the driver knows a node; empty as long as the driver is not registered there, or the node
    /// lacks a label.
    Optional<Map<String, String>> topology(String node, String driver) {
        Optional<List<String>> keys = Optional.ofNullable(csiNodes.get(node))
                .flatMap(found -> found.driver(driver))
                .map(CsiNode.Driver::topologyKeys);
        return keys.isEmpty() ? Optional.empty() : find(node).flatMap(found -> labels(found, keys.get()));
    }

    /// Empty while one is missing: with fewer labels the volume would belong to more nodes than this one.
    private static Optional<Map<String, String>> labels(Node node, List<String> keys) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String key : keys) {
            String value = node.meta().labels().get(key);
            if (value == null) {
                return Optional.empty();
            }
            labels.put(key, value);
        }
        return Optional.of(labels);
    }

    /// The nodes that a volume can be used on. A volume without affinity belongs to none.
    List<String> of(PersistentVolume volume) {
        return nodes.values().stream()
                .filter(node -> volume.isOnlyOn(node.meta()))
                .map(node -> node.meta().name())
                .sorted()
                .toList();
    }
}
