package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/// A CSIStorageCapacity: how much of a class is free where.
public record StorageCapacity(
        Meta meta,
        String storageClass,
        @Nullable LabelSelector topology,
        @Nullable Quantity capacity,
        @Nullable Quantity largest)
        implements KubeObject {

    public static StorageCapacity read(JsonNode object) {
        return new StorageCapacity(
                Meta.read(object),
                Fields.shared(object, "storageClassName"),
                LabelSelector.read(object.path("nodeTopology")),
                object.has("capacity") ? Quantity.read(object.path("capacity")) : null,
                object.has("maximumVolumeSize") ? Quantity.read(object.path("maximumVolumeSize")) : null);
    }
}
