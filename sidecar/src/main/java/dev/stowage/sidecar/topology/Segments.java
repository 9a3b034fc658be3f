package dev.stowage.sidecar.topology;

import java.util.List;
import java.util.function.Consumer;

/// The segments in which the driver is. Thread-safe.
public interface Segments {

    /// A change to the segments.
    record Change(List<Segment> added, List<Segment> removed) {}

    List<Segment> all();

    /// The listener hears of changes in their order; it first hears of what is there already. It must not block.
    void listen(Consumer<Change> listener);

    /// On one node nothing ever changes.
    static Segments fixed(Segment only) {
        return new Segments() {
            @Override
            public List<Segment> all() {
                return List.of(only);
            }

            @Override
            public void listen(Consumer<Change> listener) {
                listener.accept(new Change(List.of(only), List.of()));
            }
        };
    }
}
