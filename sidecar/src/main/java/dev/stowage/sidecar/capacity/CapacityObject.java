package dev.stowage.sidecar.capacity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.CsiStorageCapacity;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The objects as they are written.
final class CapacityObject {
    static final String DRIVER = "csi.storage.k8s.io/drivername";
    static final String MANAGED_BY = "csi.storage.k8s.io/managed-by";

    private CapacityObject() {}

    static String selector(String driver, String managedBy) {
        return "labelSelector=" + DRIVER + "%3D" + driver + "%2C" + MANAGED_BY + "%3D" + managedBy;
    }

    /// @param labels by which they are known as ours
    static ObjectNode of(Item item, Amount amount, Map<String, String> labels, @Nullable Owner owner) {
        ObjectNode object = Json.object();
        ObjectNode metadata = object.putObject("metadata").put("generateName", "csisc-");
        ObjectNode labelled = metadata.putObject("labels");
        new TreeMap<>(labels).forEach(labelled::put);
        if (owner != null) {
            owner.writeTo(metadata);
        }
        object.put("storageClassName", item.storageClass());
        ObjectNode topology = object.putObject("nodeTopology");
        if (!item.segment().entries().isEmpty()) {
            ObjectNode match = topology.putObject("matchLabels");
            item.segment().labels().forEach(match::put);
        }
        write(object, amount);
        return object;
    }

    /// Another owner that is there already stays.
    static Patch change(CsiStorageCapacity seen, Amount amount, @Nullable Owner owner) {
        ObjectNode change = Json.object();
        write(change, amount);
        if (amount.largest() == null) {
            change.putNull("maximumVolumeSize");
        }
        if (owner != null && !owner.owns(seen)) {
            owner.writeTo(change.putObject("metadata"));
        }
        return Patch.strategic(change).onlyIfUnchanged(seen);
    }

    private static void write(ObjectNode object, Amount amount) {
        object.put("capacity", Quantity.ofBytes(amount.available()).toString());
        if (amount.largest() != null) {
            object.put("maximumVolumeSize", Quantity.ofBytes(amount.largest()).toString());
        }
    }
}
