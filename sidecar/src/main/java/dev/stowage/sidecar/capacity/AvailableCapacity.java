package dev.stowage.sidecar.capacity;

import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.kube.model.CsiStorageCapacity;
import org.jspecify.annotations.Nullable;

/// What the driver says that it has left.
///
/// @param available bytes
/// @param largest the size of the largest volume; null when the driver does not say
record AvailableCapacity(long available, @Nullable Long largest) {

    static AvailableCapacity of(GetCapacityResponse answer) {
        return new AvailableCapacity(
                answer.getAvailableCapacity(),
                answer.hasMaximumVolumeSize() ? answer.getMaximumVolumeSize().getValue() : null);
    }

    boolean matches(CsiStorageCapacity object) {
        AvailableCapacity written = new AvailableCapacity(
                object.capacity() == null ? -1 : object.capacity().value(),
                object.largest() == null ? null : object.largest().value());
        return equals(written);
    }
}
