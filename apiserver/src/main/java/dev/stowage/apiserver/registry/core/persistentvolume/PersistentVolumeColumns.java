package dev.stowage.apiserver.registry.core.persistentvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.TableColumns;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The columns of volumes and claims in `kubectl get`.
final class PersistentVolumeColumns {
    private static final String UNSET = "<unset>";

    private PersistentVolumeColumns() {}

    static TableColumns volumes() {
        return FunctionColumns.name()
                .text("Capacity", object -> quantity(object, "spec", "capacity", "storage"))
                .text("Access Modes", object -> modes(JsonTree.list(object, "spec", "accessModes")))
                .text("Reclaim Policy", object -> JsonTree.text(object, "spec", "persistentVolumeReclaimPolicy"))
                .text("Status", PersistentVolumeColumns::phase)
                .text("Claim", PersistentVolumeColumns::claim)
                .text("StorageClass", PersistentVolumeColumns::className)
                .text("VolumeAttributesClass", object -> orUnset(object, "volumeAttributesClassName"))
                .text("Reason", object -> JsonTree.text(object, "status", "reason"))
                .age()
                .wide("VolumeMode", object -> orUnset(object, "volumeMode"));
    }

    static TableColumns claims() {
        return FunctionColumns.name()
                .text("Status", PersistentVolumeColumns::phase)
                .text("Volume", object -> JsonTree.text(object, "spec", "volumeName"))
                .text("Capacity", object -> hasVolume(object) ? quantity(object, "status", "capacity", "storage") : "")
                .text(
                        "Access Modes",
                        object -> hasVolume(object) ? modes(JsonTree.list(object, "status", "accessModes")) : "")
                .text("StorageClass", PersistentVolumeColumns::className)
                .text("VolumeAttributesClass", object -> orUnset(object, "volumeAttributesClassName"))
                .age()
                .wide("VolumeMode", object -> orUnset(object, "volumeMode"));
    }

    private static boolean hasVolume(JsonNode claim) {
        return !JsonTree.text(claim, "spec", "volumeName").isEmpty();
    }

    private static String quantity(JsonNode object, String... path) {
        String text = JsonTree.at(object, path).asText();
        return text.isEmpty() ? "0" : text;
    }

    private static String phase(JsonNode object) {
        return JsonTree.has(object, "metadata", "deletionTimestamp")
                ? "Terminating"
                : JsonTree.text(object, "status", "phase");
    }

    private static String claim(JsonNode volume) {
        return JsonTree.has(volume, "spec", "claimRef")
                ? JsonTree.text(volume, "spec", "claimRef", "namespace") + "/"
                        + JsonTree.text(volume, "spec", "claimRef", "name")
                : "";
    }

    /// The deprecated annotation takes precedence.
    private static String className(JsonNode object) {
        return JsonTree.has(object, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS)
                ? JsonTree.text(object, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS)
                : JsonTree.text(object, "spec", "storageClassName");
    }

    private static String orUnset(JsonNode object, String name) {
        return JsonTree.has(object, "spec", name) ? JsonTree.text(object, "spec", name) : UNSET;
    }

    private static String modes(JsonNode modes) {
        Set<String> found = new HashSet<>();
        modes.forEach(mode -> found.add(mode.asText()));
        List<String> shown = new ArrayList<>();
        add(found, PersistentVolumeAccessMode.READ_WRITE_ONCE, "RWO", shown);
        add(found, PersistentVolumeAccessMode.READ_ONLY_MANY, "ROX", shown);
        add(found, PersistentVolumeAccessMode.READ_WRITE_MANY, "RWX", shown);
        add(found, PersistentVolumeAccessMode.READ_WRITE_ONCE_POD, "RWOP", shown);
        return String.join(",", shown);
    }

    private static void add(Set<String> found, String mode, String letters, List<String> shown) {
        if (found.contains(mode)) {
            shown.add(letters);
        }
    }
}
