package dev.stowage.sidecar.topology;

import java.util.List;
import java.util.function.Consumer;

/// The segments in which the driver runs. Thread-safe.
public interface TopologyInformer {

    /// A change to the segments.
    record Change(List<TopologySegment> added, List<TopologySegment> removed) {}

    List<TopologySegment> all();

    /// The listener receives changes in order, starting with the existing segments. It must not block.
    void listen(Consumer<Change> listener);

    /// For one node, where nothing changes.
    static TopologyInformer fixed(TopologySegment only) {
        return new TopologyInformer() {
            @Override
            public List<TopologySegment> all() {
                return List.of(only);
            }

            @Override
            public void listen(Consumer<Change> listener) {
                listener.accept(new Change(List.of(only), List.of()));
            }
        };
    }
}
