package dev.stowage.sdk;

import java.util.Map;
import java.util.TreeMap;

/// A place: values for keys such as zone, rack or node. The empty topology is "anywhere".
public record Topology(Map<String, String> segments) {

    public static final Topology ANYWHERE = new Topology(Map.of());

    public Topology {
        segments = Map.copyOf(segments);
    }

    /// Whether this place lies within the other: every segment the other names has the same value here.
    public boolean isWithin(Topology other) {
        return segments.entrySet().containsAll(other.segments.entrySet());
    }

    @Override
    public String toString() {
        return segments.isEmpty() ? "anywhere" : new TreeMap<>(segments).toString();
    }
}
