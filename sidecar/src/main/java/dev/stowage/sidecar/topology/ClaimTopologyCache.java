package dev.stowage.sidecar.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The topology of the cluster at the first attempt for a claim. A retry must send the same request, or the
/// driver may create a second volume or reject it; nodes that were added, removed or relabelled since must not
/// matter. Thread-safe.
public final class ClaimTopologyCache {
    private static final int MOST = 100_000;

    private static final class Entry {
        private final String node;
        private List<String> keys = List.of();
        private @Nullable TopologySegment selected;
        private List<TopologySegment> segments = List.of();

        Entry(String node) {
            this.node = node;
        }
    }

    private final int most;
    private final Map<String, Entry> byClaim = new LinkedHashMap<>();

    public ClaimTopologyCache() {
        this(MOST);
    }

    /// @param most how many claims are cached; the oldest are dropped beyond that
    ClaimTopologyCache(int most) {
        this.most = most;
    }

    /// The topology that this claim used before; the current one for what it did not use yet.
    ///
    /// @param uid of the claim
    /// @param node that is selected for it; entries for another node are ignored
    public TopologyState stateFor(String uid, String node, TopologyState now) {
        return new Remembered(uid, node, now);
    }

    /// The claim has its volume, will never have one, or must be rescheduled.
    public synchronized void forget(String uid) {
        byClaim.remove(uid);
    }

    synchronized int size() {
        return byClaim.size();
    }

    private synchronized Entry seen(String uid, String node) {
        Entry entry = byClaim.get(uid);
        if (entry == null || !entry.node.equals(node)) {
            entry = new Entry(node);
            byClaim.put(uid, entry);
            if (byClaim.size() > most) {
                byClaim.remove(byClaim.keySet().iterator().next());
            }
        }
        return entry;
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

        private Entry known() {
            return seen(uid, node);
        }
    }
}
