package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import dev.stowage.k8s.Quantity;
import org.jspecify.annotations.Nullable;

/// A CSIStorageCapacity: how much of a class is free where.
public record CsiStorageCapacity(
        ObjectMeta meta,
        String storageClass,
        @Nullable LabelSelector topology,
        @Nullable Quantity capacity,
        @Nullable Quantity largest)
        implements KubeObject {

    public static CsiStorageCapacity read(JsonNode object) {
        return new CsiStorageCapacity(
                ObjectMeta.read(object),
                JsonFields.shared(object, "storageClassName"),
                LabelSelector.read(object.path("nodeTopology")),
                object.has("capacity") ? Quantity.read(object.path("capacity")) : null,
                object.has("maximumVolumeSize") ? Quantity.read(object.path("maximumVolumeSize")) : null);
    }
}
