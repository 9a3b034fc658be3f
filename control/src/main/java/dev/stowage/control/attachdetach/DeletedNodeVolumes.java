package dev.stowage.control.attachdetach;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The volumes that nodes had in use when their Node objects were deleted. The machine may still be running.
///
/// A node that was deleted while this controller did not run is not in here: it may use everything that is
/// attached to it. So a node that had nothing in use is remembered as well. Thread-safe.
final class DeletedNodeVolumes {
    private final Map<String, Set<String>> inUse = new ConcurrentHashMap<>();

    void nodeDeleted(String node, Set<String> had) {
        inUse.put(node, Set.copyOf(had));
    }

    void nodeCreated(String node) {
        inUse.remove(node);
    }

    /// Whether a deleted node may still use a volume that is attached to it.
    boolean mayUse(String node, String volume) {
        Set<String> had = inUse.get(node);
        return had == null || had.contains(volume);
    }

    /// The volumes that a deleted node had in use, as far as is known.
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
