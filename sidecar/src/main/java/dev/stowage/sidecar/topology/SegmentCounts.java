package dev.stowage.sidecar.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The segments of one set of keys, with the number of nodes in each. A changed node updates only its own
/// counts; the other nodes are not read.
final class SegmentCounts {
    private final List<String> keys;
    private final Map<TopologySegment, Integer> nodes = new HashMap<>();
    private @Nullable List<TopologySegment> all;

    SegmentCounts(List<String> keys) {
        this.keys = keys;
    }

    void change(Map<String, String> labelsBefore, Map<String, String> labelsNow) {
        Optional<TopologySegment> before = TopologySegment.of(keys, labelsBefore);
        Optional<TopologySegment> now = TopologySegment.of(keys, labelsNow);
        if (!before.equals(now)) {
            before.ifPresent(this::remove);
            now.ifPresent(this::add);
        }
    }

    /// @return whether it is new
    boolean add(TopologySegment topologySegment) {
        boolean isNew = nodes.merge(topologySegment, 1, Integer::sum) == 1;
        if (isNew) {
            all = null;
        }
        return isNew;
    }

    /// @return whether that was the last node of the segment
    boolean remove(TopologySegment topologySegment) {
        boolean gone = nodes.computeIfPresent(topologySegment, (_, count) -> count == 1 ? null : count - 1) == null;
        if (gone) {
            all = null;
        }
        return gone;
    }

    /// The same list instance until something changes: the claims that cache it share it.
    List<TopologySegment> all() {
        List<TopologySegment> known = all;
        if (known == null) {
            known = nodes.keySet().stream().sorted().toList();
            all = known;
        }
        return known;
    }
}
