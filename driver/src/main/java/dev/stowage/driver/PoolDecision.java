package dev.stowage.driver;

import dev.stowage.sdk.Topology;
import dev.stowage.sdk.TopologyRequirement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Which pools may get a volume, best first. One with room gets it.
final class PoolDecision {

    private PoolDecision() {}

    /// @param pools in the order of the configuration, which decides among pools of one topology
    /// @param topology where the volumes of a pool are accessible from
    /// @return empty when no pool is accessible from a requested topology
    static <T> List<T> candidates(List<T> pools, Function<T, Topology> topology, TopologyRequirement wanted) {
        if (wanted.inOrder().isEmpty()) {
            return List.copyOf(pools);
        }
        Set<T> candidates = new LinkedHashSet<>();
        for (Topology place : wanted.inOrder()) {
            pools.stream().filter(pool -> topology.apply(pool).overlaps(place)).forEach(candidates::add);
        }
        return List.copyOf(candidates);
    }
}
