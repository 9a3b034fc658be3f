package dev.stowage.sidecar.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What was seen of the cluster when a claim was first tried. A retry has to ask the driver for the very same, or it
/// may
/// get a second volume, or be refused; nodes that came, went or were labelled anew meanwhile must not show.
/// Thread-safe.
public final class ClaimTopologyCache {
    private static final int MOST = 100_000;

    private static final class Seen {
        private final String node;
        private List<String> keys = List.of();
        private @Nullable TopologySegment selected;
        private List<TopologySegment> segments = List.of();

        Seen(String node) {
            this.node = node;
        }
    }

    private final int most;
    private final Map<String, Seen> byClaim = new LinkedHashMap<>();

    public ClaimTopologyCache() {
        this(MOST);
    }

    /// @param most how many claims are remembered; the oldest are forgotten beyond that
    ClaimTopologyCache(int most) {
        this.most = most;
    }

    /// The cluster as this claim saw it before, and as it is where it did not look yet.
    ///
    /// @param uid of the claim
    /// @param node that was chosen for it; what was seen for another node does not count
    public TopologyState stateFor(String uid, String node, TopologyState now) {
        return new Remembered(uid, node, now);
    }

    /// The claim has its volume, or will never have one, or has to be placed anew.
    public synchronized void forget(String uid) {
        byClaim.remove(uid);
    }

    synchronized int size() {
        return byClaim.size();
    }

    private synchronized Seen seen(String uid, String node) {
        Seen seen = byClaim.get(uid);
        if (seen == null || !seen.node.equals(node)) {
            seen = new Seen(node);
            byClaim.put(uid, seen);
            if (byClaim.size() > most) {
                byClaim.remove(byClaim.keySet().iterator().next());
            }
        }
        return seen;
    }

    private final class Remembered implements TopologyState {
        private final String uid;
        private final String node;
        private final TopologyState now;

        Remembered(String uid, String node, TopologyState now) {
            this.uid = uid;
            this.node = node;
            this.now = now;
        }

        @Override
        public Optional<List<String>> topologyKeys(String selected) {
            List<String> known = known().keys;
            if (!known.isEmpty()) {
                return Optional.of(known);
            }
            Optional<List<String>> keys = now.topologyKeys(selected);
            keys.ifPresent(found -> known().keys = found);
            return keys;
        }

        @Override
        public List<String> anyTopologyKeys() {
            return remembered(known().keys, now::anyTopologyKeys, found -> known().keys = found);
        }

        @Override
        public Optional<TopologySegment> segmentOf(String selected, List<String> keys) {
            TopologySegment known = known().selected;
            if (known != null) {
                return Optional.of(known);
            }
            Optional<TopologySegment> segment = now.segmentOf(selected, keys);
            segment.ifPresent(found -> known().selected = found);
            return segment;
        }

        @Override
        public List<TopologySegment> segmentsBy(List<String> keys) {
            return remembered(known().segments, () -> now.segmentsBy(keys), found -> known().segments = found);
        }

        private <T> List<T> remembered(List<T> known, Supplier<List<T>> look, Consumer<List<T>> keep) {
            if (!known.isEmpty()) {
                return known;
            }
            List<T> found = look.get();
            keep.accept(found);
            return found;
        }

        private Seen known() {
            return seen(uid, node);
        }
    }
}
