package dev.stowage.sidecar.capacity;

import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.sidecar.topology.TopologySegment;
import java.util.Optional;

/// What one object is about. Equal items are one item, so that many reasons to look at one lead to one look.
record CapacityKey(TopologySegment topologySegment, String storageClass) {

    /// Nothing for an object that none of us writes.
    static Optional<CapacityKey> of(CsiStorageCapacity object) {
        return Optional.ofNullable(object.topology())
                .flatMap(TopologySegment::of)
                .map(topologySegment -> new CapacityKey(topologySegment, object.storageClass()));
    }

    /// As indexes know it.
    String term() {
        return storageClass + topologySegment;
    }

    @Override
    public String toString() {
        return "class " + storageClass + " in " + topologySegment;
    }
}
