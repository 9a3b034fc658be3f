package dev.stowage.control.attachdetach;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The volumes that nodes had in use when their Node objects were deleted. The machine may still be running.
/// Thread-safe.
final class DeletedNodeVolumes {
    private final Map<String, Set<String>> inUse = new ConcurrentHashMap<>();

    void nodeDeleted(String node, Set<String> had) {
        if (!had.isEmpty()) {
            inUse.put(node, had);
        }
    }

    void nodeCreated(String node) {
        inUse.remove(node);
    }

    Set<String> inUse(String node) {
        return inUse.getOrDefault(node, Set.of());
    }

    /// The deleted nodes that had a volume in use.
    List<String> using(String volume) {
        return inUse.entrySet().stream()
                .filter(ghost -> ghost.getValue().contains(volume))
                .map(Map.Entry::getKey)
                .toList();
    }

    void forget(Predicate<String> nodes) {
        inUse.keySet().removeIf(nodes);
    }
}
