package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.Map;

/// Volumes and what belongs to them stay until nobody uses them.
final class StorageObjectInUseProtection implements AdmissionPlugin {
    private static final Map<String, String> FINALIZERS = Map.of(
            "persistentvolumes", "kubernetes.io/pv-protection",
            "persistentvolumeclaims", "kubernetes.io/pvc-protection",
            "volumeattributesclasses.storage.k8s.io", "kubernetes.io/vac-protection");

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        String finalizer =
                FINALIZERS.get(admissionAttributes.resourceDescriptor().key());
        if (finalizer == null
                || !admissionAttributes.creates(
                        admissionAttributes.resourceDescriptor().key())) {
            return;
        }
        ObjectNode metadata = JsonTree.ensure(admissionAttributes.becoming(), "metadata");
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
