package dev.stowage.sidecar.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The segments that one set of keys makes, with the number of nodes in each. A node that changes costs that node, not
/// a
/// look at all of them.
final class Tally {
    private final List<String> keys;
    private final Map<Segment, Integer> nodes = new HashMap<>();
    private @Nullable List<Segment> all;

    Tally(List<String> keys) {
        this.keys = keys;
    }

    void change(Map<String, String> labelsBefore, Map<String, String> labelsNow) {
        Optional<Segment> before = Segment.of(keys, labelsBefore);
        Optional<Segment> now = Segment.of(keys, labelsNow);
        if (!before.equals(now)) {
            before.ifPresent(this::remove);
            now.ifPresent(this::add);
        }
    }

    /// @return whether it is new
    boolean add(Segment segment) {
        boolean isNew = nodes.merge(segment, 1, Integer::sum) == 1;
        if (isNew) {
            all = null;
        }
        return isNew;
    }

    /// @return whether that was its last node
    boolean remove(Segment segment) {
        boolean gone = nodes.computeIfPresent(segment, (_, count) -> count == 1 ? null : count - 1) == null;
        if (gone) {
            all = null;
        }
        return gone;
    }

    /// The same list until something changes: the many claims that remember it share it.
    List<Segment> all() {
        List<Segment> known = all;
        if (known == null) {
            known = nodes.keySet().stream().sorted().toList();
            all = known;
        }
        return known;
    }
}
