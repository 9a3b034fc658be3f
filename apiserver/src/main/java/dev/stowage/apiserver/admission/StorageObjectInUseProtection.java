package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.StorageFinalizers;
import java.util.Map;

/// Adds finalizers that keep volumes and claims until they are no longer in use.
final class StorageObjectInUseProtection implements AdmissionPlugin {
    private static final Map<String, String> FINALIZERS = Map.of(
            "persistentvolumes", StorageFinalizers.PV_PROTECTION,
            "persistentvolumeclaims", StorageFinalizers.PVC_PROTECTION,
            "volumeattributesclasses.storage.k8s.io", StorageFinalizers.VAC_PROTECTION);

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        String finalizer =
                FINALIZERS.get(admissionAttributes.resourceDescriptor().key());
        if (finalizer == null
                || !admissionAttributes.creates(
                        admissionAttributes.resourceDescriptor().key())) {
            return;
        }
        ObjectNode metadata = JsonTree.ensure(admissionAttributes.newObject(), "metadata");
        for (JsonNode each : JsonTree.list(metadata, "finalizers")) {
            if (each.asText().equals(finalizer)) {
                return;
            }
        }
        ArrayNode finalizers =
                metadata.get("finalizers") instanceof ArrayNode list ? list : metadata.putArray("finalizers");
        finalizers.add(finalizer);
    }
}
