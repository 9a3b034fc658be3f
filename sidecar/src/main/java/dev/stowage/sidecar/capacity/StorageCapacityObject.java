package dev.stowage.sidecar.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.CsiStorageCapacity;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The objects as they are written.
final class StorageCapacityObject {
    static final String DRIVER = "csi.storage.k8s.io/drivername";
    static final String MANAGED_BY = "csi.storage.k8s.io/managed-by";

    private StorageCapacityObject() {}

    static String selector(String driver, String managedBy) {
        return "labelSelector=" + DRIVER + "%3D" + driver + "%2C" + MANAGED_BY + "%3D" + managedBy;
    }

    /// @param labels by which they are known as ours
    static ObjectNode of(
            CapacityKey capacityKey,
            AvailableCapacity availableCapacity,
            Map<String, String> labels,
            @Nullable CapacityOwner capacityOwner) {
        ObjectNode object = Json.object();
        ObjectNode metadata = object.putObject("metadata").put("generateName", "csisc-");
        ObjectNode labelled = metadata.putObject("labels");
        new TreeMap<>(labels).forEach(labelled::put);
        if (capacityOwner != null) {
            capacityOwner.writeTo(metadata);
        }
        object.put("storageClassName", capacityKey.storageClass());
        ObjectNode topology = object.putObject("nodeTopology");
        if (!capacityKey.topologySegment().entries().isEmpty()) {
            ObjectNode match = topology.putObject("matchLabels");
            capacityKey.topologySegment().labels().forEach(match::put);
        }
        write(object, availableCapacity);
        return object;
    }

    /// Another owner that is there already stays.
    static Patch change(
            CsiStorageCapacity seen, AvailableCapacity availableCapacity, @Nullable CapacityOwner capacityOwner) {
        ObjectNode change = Json.object();
        write(change, availableCapacity);
        if (availableCapacity.largest() == null) {
            change.putNull("maximumVolumeSize");
        }
        if (capacityOwner != null && !capacityOwner.owns(seen)) {
            capacityOwner.writeTo(change.putObject("metadata"));
        }
        return Patch.strategic(change).onlyIfUnchanged(seen);
    }

    private static void write(ObjectNode object, AvailableCapacity availableCapacity) {
        object.put("capacity", Quantity.ofBytes(availableCapacity.available()).toString());
        if (availableCapacity.largest() != null) {
            object.put(
                    "maximumVolumeSize",
                    Quantity.ofBytes(availableCapacity.largest()).toString());
        }
    }
}
