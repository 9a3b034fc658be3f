package dev.stowage.sidecar.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The one node that a provisioner on a node serves, by what the driver itself says of it. Nobody watches nodes then.
public record NodeTopology(String name, Map<String, String> segments) implements View {

    public NodeTopology {
        segments = Map.copyOf(segments);
    }

    public Segment segment() {
        return Segment.of(segments);
    }

    @Override
    public Optional<List<String>> keysOn(String node) {
        return node.equals(name) ? Optional.of(keysAnywhere()) : Optional.empty();
    }

    @Override
    public List<String> keysAnywhere() {
        return segments.keySet().stream().sorted().toList();
    }

    @Override
    public Optional<Segment> segmentOf(String node, List<String> keys) {
        return node.equals(name) ? Segment.of(keys, segments) : Optional.empty();
    }

    @Override
    public List<Segment> segmentsBy(List<String> keys) {
        return Segment.of(keys, segments).stream().toList();
    }
}
