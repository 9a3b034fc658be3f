package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;
import java.util.Map;

/// Volumes and what belongs to them stay until nobody uses them.
final class StorageProtection implements Step {
    private static final Map<String, String> FINALIZERS = Map.of(
            "persistentvolumes", "kubernetes.io/pv-protection",
            "persistentvolumeclaims", "kubernetes.io/pvc-protection",
            "volumeattributesclasses.storage.k8s.io", "kubernetes.io/vac-protection");

    @Override
    public void mutate(Attempt attempt) {
        String finalizer = FINALIZERS.get(attempt.resource().key());
        if (finalizer == null || !attempt.creates(attempt.resource().key())) {
            return;
        }
        ObjectNode metadata = Tree.ensure(attempt.becoming(), "metadata");
        for (JsonNode each : Tree.list(metadata, "finalizers")) {
            if (each.asText().equals(finalizer)) {
                return;
            }
        }
        ArrayNode finalizers =
                metadata.get("finalizers") instanceof ArrayNode list ? list : metadata.putArray("finalizers");
        finalizers.add(finalizer);
    }
}
