package dev.stowage.sidecar.capacity;

import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.kube.model.CsiStorageCapacity;
import org.jspecify.annotations.Nullable;

/// The available capacity that the driver reports.
///
/// @param available bytes
/// @param largest the maximum volume size; null when the driver does not report it
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
