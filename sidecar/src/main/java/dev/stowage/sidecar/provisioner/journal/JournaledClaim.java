package dev.stowage.sidecar.provisioner.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the journal holds of a claim: the fields that the request for its volume needs, in the claim's own
/// format.
final class JournaledClaim {
    private static final Set<String> SELECTED_NODE =
            Set.of(VolumeAnnotations.SELECTED_NODE, VolumeAnnotations.ALPHA_SELECTED_NODE);

    private JournaledClaim() {}

    /// @param needed the annotations that its class refers to. A user may write 256 KiB of others.
    static ObjectNode of(PersistentVolumeClaim claim, Set<String> needed) {
        ObjectNode note = Json.object();
        ObjectNode meta = note.putObject("metadata")
                .put("namespace", claim.meta().namespace())
                .put("name", claim.meta().name())
                .put("uid", claim.meta().uid());
        ObjectNode annotations = meta.putObject("annotations");
        claim.meta().annotations().forEach((key, value) -> {
            if (SELECTED_NODE.contains(key) || needed.contains(key)) {
                annotations.put(key, value);
            }
        });
        ObjectNode spec = note.putObject("spec");
        claim.accessModes().forEach(spec.putArray("accessModes")::add);
        spec.putObject("resources")
                .putObject("requests")
                .put("storage", claim.request().text());
        if (claim.isBlock()) {
            spec.put("volumeMode", claim.volumeMode());
        }
        if (claim.effectiveClass() != null) {
            spec.put("storageClassName", claim.effectiveClass());
        }
        if (claim.attributesClass() != null) {
            spec.put("volumeAttributesClassName", claim.attributesClass());
        }
        source(spec, "dataSource", claim.dataSource());
        source(spec, "dataSourceRef", claim.dataSourceRef());
        return note;
    }

    private static void source(ObjectNode spec, String field, PersistentVolumeClaim.@Nullable DataSource source) {
        if (source == null) {
            return;
        }
        ObjectNode node = spec.putObject(field).put("kind", source.kind()).put("name", source.name());
        if (!source.apiGroup().isEmpty()) {
            node.put("apiGroup", source.apiGroup());
        }
        if (!source.namespace().isEmpty()) {
            node.put("namespace", source.namespace());
        }
    }
}
