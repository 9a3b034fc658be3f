package dev.stowage.sdk;

import java.util.Map;
import java.util.TreeMap;

/// A topology: values for keys such as zone, rack or node. The empty topology is "anywhere".
public record Topology(Map<String, String> segments) {

    public static final Topology ANYWHERE = new Topology(Map.of());

    public Topology {
        segments = Map.copyOf(segments);
    }

    /// Whether this topology is within the other: every segment of the other has the same value here.
    public boolean isWithin(Topology other) {
        return segments.entrySet().containsAll(other.segments.entrySet());
    }

    /// Whether what is accessible from this topology is accessible from the other, too: one is within the other.
    public boolean overlaps(Topology other) {
        return isWithin(other) || other.isWithin(this);
    }

    @Override
    public String toString() {
        return segments.isEmpty() ? "anywhere" : new TreeMap<>(segments).toString();
    }
}
