package dev.stowage.sidecar.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.CsiStorageCapacity;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Builds CSIStorageCapacity objects and their patches.
final class StorageCapacityObject {

    private StorageCapacityObject() {}

    static String selector(String driver, String managedBy) {
        return "labelSelector=" + CsiKeys.DRIVER_NAME_LABEL + "%3D" + driver + "%2C" + CsiKeys.MANAGED_BY_LABEL + "%3D"
                + managedBy;
    }

    /// @param labels that mark them as ours
    static ObjectNode of(
            CapacityKey key,
            AvailableCapacity capacity,
            Map<String, String> labels,
            @Nullable CapacityOwner capacityOwner) {
        ObjectNode object = Json.object();
        ObjectNode metadata = object.putObject("metadata").put("generateName", "csisc-");
        ObjectNode labelled = metadata.putObject("labels");
        new TreeMap<>(labels).forEach(labelled::put);
        if (capacityOwner != null) {
            capacityOwner.writeTo(metadata);
        }
        object.put("storageClassName", key.storageClass());
        ObjectNode topology = object.putObject("nodeTopology");
        if (!key.topologySegment().entries().isEmpty()) {
            ObjectNode match = topology.putObject("matchLabels");
            key.topologySegment().labels().forEach(match::put);
        }
        write(object, capacity);
        return object;
    }

    /// Existing owners stay.
    static Patch change(CsiStorageCapacity seen, AvailableCapacity capacity, @Nullable CapacityOwner capacityOwner) {
        ObjectNode change = Json.object();
        write(change, capacity);
        if (capacity.largest() == null) {
            change.putNull("maximumVolumeSize");
        }
        if (capacityOwner != null && !capacityOwner.owns(seen)) {
            capacityOwner.writeTo(change.putObject("metadata"));
        }
        return Patch.strategic(change).onlyIfUnchanged(seen);
    }

    private static void write(ObjectNode object, AvailableCapacity capacity) {
        object.put("capacity", Quantity.ofBytes(capacity.available()).toString());
        if (capacity.largest() != null) {
            object.put("maximumVolumeSize", Quantity.ofBytes(capacity.largest()).toString());
        }
    }
}
