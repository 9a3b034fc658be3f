package dev.stowage.sidecar.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The topology of the only node that a node-local provisioner serves, as the driver reports it. Nodes are not
/// watched.
public record NodeTopology(String name, Map<String, String> segments) implements TopologyState {

    public NodeTopology {
        segments = Map.copyOf(segments);
    }

    public TopologySegment topologySegment() {
        return TopologySegment.of(segments);
    }

    @Override
    public Optional<List<String>> topologyKeys(String node) {
        return node.equals(name) ? Optional.of(anyTopologyKeys()) : Optional.empty();
    }

    @Override
    public List<String> anyTopologyKeys() {
        return segments.keySet().stream().sorted().toList();
    }

    @Override
    public Optional<TopologySegment> segmentOf(String node, List<String> keys) {
        return node.equals(name) ? TopologySegment.of(keys, segments) : Optional.empty();
    }

    @Override
    public List<TopologySegment> segmentsBy(List<String> keys) {
        return TopologySegment.of(keys, segments).stream().toList();
    }
}
