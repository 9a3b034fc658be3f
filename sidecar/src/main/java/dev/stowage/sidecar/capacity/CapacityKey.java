package dev.stowage.sidecar.capacity;

import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.sidecar.topology.TopologySegment;
import java.util.Optional;

/// The class and segment of one object, and its key in the queue.
record CapacityKey(TopologySegment topologySegment, String storageClass) {

    /// Empty for an object that no provisioner writes.
    static Optional<CapacityKey> of(CsiStorageCapacity object) {
        return Optional.ofNullable(object.topology())
                .flatMap(TopologySegment::of)
                .map(topologySegment -> new CapacityKey(topologySegment, object.storageClass()));
    }

    /// The term in indexes.
    String term() {
        return storageClass + topologySegment;
    }

    @Override
    public String toString() {
        return "class " + storageClass + " in " + topologySegment;
    }
}
