package dev.stowage.sidecar.capacity;

import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.sidecar.topology.Segment;
import java.util.Optional;

/// What one object is about. Equal items are one item, so that many reasons to look at one lead to one look.
record Item(Segment segment, String storageClass) {

    /// Nothing for an object that none of us writes.
    static Optional<Item> of(CsiStorageCapacity object) {
        return Optional.ofNullable(object.topology())
                .flatMap(Segment::of)
                .map(segment -> new Item(segment, object.storageClass()));
    }

    /// As indexes know it.
    String term() {
        return storageClass + segment;
    }

    @Override
    public String toString() {
        return "class " + storageClass + " in " + segment;
    }
}
