package dev.stowage.cli.drain;

import java.util.HashMap;
import java.util.Map;

/// How many moves go to which node, and how much of its free capacity they will take. What CSIStorageCapacity says
/// may be older than they are.
final class PlannedMoves {
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Long> bytes = new HashMap<>();

    /// @param size 0 for a move whose space is taken already
    void add(String node, long size) {
        counts.merge(node, 1, Integer::sum);
        bytes.merge(node, size, Long::sum);
    }

    int count(String node) {
        return counts.getOrDefault(node, 0);
    }

    long bytes(String node) {
        return bytes.getOrDefault(node, 0L);
    }
}
