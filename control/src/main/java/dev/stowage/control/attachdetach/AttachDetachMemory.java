package dev.stowage.control.attachdetach;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What the controller remembers between runs, by volume and node. Thread-safe.
final class AttachDetachMemory {
    private final Map<String, Map<String, VolumeNodeMemory>> byVolume = new ConcurrentHashMap<>();

    VolumeNodeMemory of(VolumeNodeKey link) {
        return byVolume.getOrDefault(link.volume(), Map.of()).getOrDefault(link.node(), VolumeNodeMemory.NOTHING);
    }

    Set<String> volumes() {
        return Set.copyOf(byVolume.keySet());
    }

    Set<String> nodesOf(String volume) {
        return Set.copyOf(byVolume.getOrDefault(volume, Map.of()).keySet());
    }

    /// Replaces the state that the volume's worker read with the one it decided on. Keeps a CLEARED that the
    /// node's worker has set in the meantime.
    void save(VolumeNodeKey link, VolumeNodeMemory seen, VolumeNodeMemory next) {
        byVolume.compute(link.volume(), (_, nodes) -> {
            Map<String, VolumeNodeMemory> changed = nodes == null ? new ConcurrentHashMap<>() : nodes;
            VolumeNodeMemory current = changed.getOrDefault(link.node(), VolumeNodeMemory.NOTHING);
            boolean cleared = seen.detachPhase() == DetachPhase.ASKED
                    && next.detachPhase() == DetachPhase.ASKED
                    && current.detachPhase() == DetachPhase.CLEARED
                    && current.uid().equals(next.uid());
            VolumeNodeMemory kept = cleared ? next.with(DetachPhase.CLEARED) : next;
            if (kept.equals(VolumeNodeMemory.NOTHING)) {
                changed.remove(link.node());
            } else {
                changed.put(link.node(), kept);
            }
            return changed.isEmpty() ? null : changed;
        });
    }

    /// The node's worker confirmed that the attachment is no longer in `volumesAttached`.
    void clear(VolumeNodeKey link, String uid) {
        byVolume.computeIfPresent(link.volume(), (_, nodes) -> {
            nodes.computeIfPresent(
                    link.node(),
                    (_, memory) -> memory.detachPhase() == DetachPhase.ASKED
                                    && memory.uid().equals(uid)
                            ? memory.with(DetachPhase.CLEARED)
                            : memory);
            return nodes;
        });
    }
}
