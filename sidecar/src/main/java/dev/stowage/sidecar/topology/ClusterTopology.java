package dev.stowage.sidecar.topology;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The topology of the driver's nodes, updated as nodes change. Thread-safe.
public final class ClusterTopology implements TopologyState, TopologyInformer {

    /// Topology keys that some nodes of the driver share, with the segments of all nodes of the cluster: also
    /// nodes without the driver, because a volume may be accessible there.
    private static final class Keys {
        private final SegmentCounts segmentCounts;
        private int nodes;

        Keys(List<String> keys) {
            segmentCounts = new SegmentCounts(keys);
        }
    }

    private final String driver;
    private final Informer<CsiNode> csiNodes;
    // Kept separately from the informers: each has its own thread, and a node must be counted once.
    private final Map<String, Map<String, String>> labels = new HashMap<>();
    private final Map<String, List<String>> keysOf = new HashMap<>();
    private final Map<List<String>, Keys> byKeys = new HashMap<>();
    private final Map<String, TopologySegment> ofNode = new HashMap<>();
    private final SegmentCounts driverSegments = new SegmentCounts(List.of());
    private final List<Consumer<Change>> listeners = new ArrayList<>();

    public ClusterTopology(String driver, Informer<Node> nodes, Informer<CsiNode> csiNodes) {
        this.driver = driver;
        this.csiNodes = csiNodes;
        nodes.addEventHandler(this::nodeChanged);
        csiNodes.addEventHandler(this::csiNodeChanged);
    }

    private synchronized void nodeChanged(@Nullable Node before, @Nullable Node now) {
        if (now != null) {
            label(now.meta().name(), now.meta().labels());
        } else if (before != null) {
            label(before.meta().name(), null);
        }
    }

    private void label(String name, @Nullable Map<String, String> now) {
        Map<String, String> before = now == null ? labels.remove(name) : labels.put(name, now);
        if (now != null && now.equals(before)) {
            return;
        }
        Map<String, String> from = before == null ? Map.of() : before;
        Map<String, String> to = now == null ? Map.of() : now;
        byKeys.values().forEach(keys -> keys.segmentCounts.change(from, to));
        place(name);
    }

    private synchronized void csiNodeChanged(@Nullable CsiNode before, @Nullable CsiNode now) {
        if (now != null) {
            register(now.meta().name(), keysIn(now).orElse(null));
        } else if (before != null) {
            register(before.meta().name(), null);
        }
    }

    private void register(String name, @Nullable List<String> now) {
        List<String> before = now == null ? keysOf.remove(name) : keysOf.put(name, now);
        if (now != null && now.equals(before)) {
            return;
        }
        if (now != null && !now.isEmpty()) {
            byKeys.computeIfAbsent(now, this::count).nodes++;
        }
        if (before != null && !before.isEmpty()) {
            byKeys.computeIfPresent(before, (_, keys) -> --keys.nodes == 0 ? null : keys);
        }
        place(name);
    }

    private Keys count(List<String> keys) {
        Keys counted = new Keys(keys);
        labels.values().forEach(node -> counted.segmentCounts.change(Map.of(), node));
        return counted;
    }

    /// A node of the driver belongs to the segment of its keys and labels once it has all of the labels.
    private void place(String name) {
        List<String> keys = keysOf.get(name);
        Map<String, String> at = labels.get(name);
        TopologySegment now =
                keys == null || at == null ? null : TopologySegment.of(keys, at).orElse(null);
        TopologySegment before = now == null ? ofNode.remove(name) : ofNode.put(name, now);
        if (now != null && now.equals(before)) {
            return;
        }
        List<TopologySegment> added = now != null && driverSegments.add(now) ? List.of(now) : List.of();
        List<TopologySegment> removed = before != null && driverSegments.remove(before) ? List.of(before) : List.of();
        if (!added.isEmpty() || !removed.isEmpty()) {
            listeners.forEach(listener -> listener.accept(new Change(added, removed)));
        }
    }

    private Optional<List<String>> keysIn(CsiNode node) {
        return node.driver(driver)
                .map(known -> known.topologyKeys().stream().sorted().toList());
    }

    @Override
    public synchronized List<TopologySegment> all() {
        return driverSegments.all();
    }

    @Override
    public synchronized void listen(Consumer<Change> listener) {
        listener.accept(new Change(driverSegments.all(), List.of()));
        listeners.add(listener);
    }

    @Override
    public Optional<List<String>> topologyKeys(String node) {
        return csiNodes.find(node).map(found -> keysIn(found).orElse(List.of()));
    }

    /// The keys of an arbitrary node, because nodes may differ while a driver is updated.
    @Override
    public synchronized List<String> anyTopologyKeys() {
        int all = byKeys.values().stream().mapToInt(keys -> keys.nodes).sum();
        int chosen = all == 0 ? 0 : ThreadLocalRandom.current().nextInt(all);
        for (Map.Entry<List<String>, Keys> keys : byKeys.entrySet()) {
            chosen -= keys.getValue().nodes;
            if (chosen < 0) {
                return keys.getKey();
            }
        }
        return List.of();
    }

    @Override
    public synchronized Optional<TopologySegment> segmentOf(String node, List<String> keys) {
        return Optional.ofNullable(labels.get(node)).flatMap(found -> TopologySegment.of(keys, found));
    }

    @Override
    public synchronized List<TopologySegment> segmentsBy(List<String> keys) {
        List<String> sorted = keys.stream().sorted().toList();
        Keys known = byKeys.get(sorted);
        // Cached keys of a claim may no longer exist on any node.
        return (known == null ? count(sorted) : known).segmentCounts.all();
    }
}
