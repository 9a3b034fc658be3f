package dev.stowage.control.attach;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What is remembered, by volume and node. Thread-safe.
final class Memories {
    private final Map<String, Map<String, Memory>> byVolume = new ConcurrentHashMap<>();

    Memory of(LinkKey link) {
        return byVolume.getOrDefault(link.volume(), Map.of()).getOrDefault(link.node(), Memory.NOTHING);
    }

    Set<String> volumes() {
        return Set.copyOf(byVolume.keySet());
    }

    Set<String> nodesOf(String volume) {
        return Set.copyOf(byVolume.getOrDefault(volume, Map.of()).keySet());
    }

    /// Replaces what the volume's worker has seen by what it concluded. That the node's worker has cleared the link
    /// meanwhile is not lost.
    void save(LinkKey link, Memory seen, Memory next) {
        byVolume.compute(link.volume(), (_, nodes) -> {
            Map<String, Memory> changed = nodes == null ? new ConcurrentHashMap<>() : nodes;
            Memory current = changed.getOrDefault(link.node(), Memory.NOTHING);
            boolean cleared = seen.handover() == Handover.ASKED
                    && next.handover() == Handover.ASKED
                    && current.handover() == Handover.CLEARED
                    && current.uid().equals(next.uid());
            Memory kept = cleared ? next.with(Handover.CLEARED) : next;
            if (kept.equals(Memory.NOTHING)) {
                changed.remove(link.node());
            } else {
                changed.put(link.node(), kept);
            }
            return changed.isEmpty() ? null : changed;
        });
    }

    /// The node's worker has seen to it that the attachment is not told as attached.
    void clear(LinkKey link, String uid) {
        byVolume.computeIfPresent(link.volume(), (_, nodes) -> {
            nodes.computeIfPresent(
                    link.node(),
                    (_, memory) ->
                            memory.handover() == Handover.ASKED && memory.uid().equals(uid)
                                    ? memory.with(Handover.CLEARED)
                                    : memory);
            return nodes;
        });
    }
}
