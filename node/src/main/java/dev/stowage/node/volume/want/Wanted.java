package dev.stowage.node.volume.want;

import dev.stowage.node.spec.NodePod;
import java.util.ArrayList;
import java.util.List;

/// A volume of a driver that a pod wants.
///
/// @param names what the pod calls it; more than one when two of its volumes are one
public record Wanted(VolumeKey key, Spot spot, NodePod pod, List<String> names, boolean readOnly, Source source) {

    public Wanted {
        names = List.copyOf(names);
    }

    /// Whether the other asks for the same. A pod has many versions; what it asks of its volumes does not change.
    public boolean isLike(Wanted other) {
        return key.equals(other.key)
                && spot.equals(other.spot)
                && names.equals(other.names)
                && readOnly == other.readOnly
                && source.equals(other.source);
    }

    public boolean block() {
        return spot.block();
    }

    public boolean ephemeral() {
        return switch (source) {
            case Source.Inline _ -> true;
            case Source.Persistent _ -> false;
        };
    }

    /// Nobody else on this node may have it at the same time. With several modes nobody knows which one is meant.
    public boolean alone() {
        return source.accessModes().equals(List.of("ReadWriteOncePod"));
    }

    Wanted alsoAs(String name) {
        List<String> all = new ArrayList<>(names);
        all.add(name);
        return new Wanted(key, spot, pod, all, readOnly, source);
    }
}
