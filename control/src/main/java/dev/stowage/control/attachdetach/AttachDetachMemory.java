package dev.stowage.control.attachdetach;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What is remembered, by volume and node. Thread-safe.
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

    /// Replaces what the volume's worker has seen by what it concluded. That the node's worker has cleared the link
    /// meanwhile is not lost.
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

    /// The node's worker has seen to it that the attachment is not told as attached.
    void clear(VolumeNodeKey link, String uid) {
        byVolume.computeIfPresent(link.volume(), (_, nodes) -> {
            nodes.computeIfPresent(
                    link.node(),
                    (_, volumeNodeMemory) -> volumeNodeMemory.detachPhase() == DetachPhase.ASKED
                                    && volumeNodeMemory.uid().equals(uid)
                            ? volumeNodeMemory.with(DetachPhase.CLEARED)
                            : volumeNodeMemory);
            return nodes;
        });
    }
}
