package dev.stowage.sdk;

import java.util.List;
import java.util.stream.Stream;

/// Where a volume must be accessible, and where it preferably is.
///
/// @param requisite reachable from at least one of these, unless the list is empty
/// @param preferred in order of preference
public record TopologyRequirement(List<Topology> requisite, List<Topology> preferred) {

    public static final TopologyRequirement NONE = new TopologyRequirement(List.of(), List.of());

    public TopologyRequirement {
        requisite = List.copyOf(requisite);
        preferred = List.copyOf(preferred);
    }

    /// The acceptable topologies, best first: those that are preferred, in their order, then the others.
    public List<Topology> inOrder() {
        return Stream.concat(
                        preferred.stream().filter(place -> requisite.isEmpty() || requisite.contains(place)),
                        requisite.stream())
                .distinct()
                .toList();
    }

    @Override
    public String toString() {
        return inOrder().toString();
    }

    /// Whether a volume that is accessible only from there meets the requirement.
    public boolean isMetBy(Topology place) {
        List<Topology> wanted = requisite.isEmpty() ? preferred : requisite;
        return wanted.isEmpty() || wanted.stream().anyMatch(place::overlaps);
    }
}
