package dev.stowage.apiserver.registry.core.persistentvolume;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.LabelValidation;
import dev.stowage.apiserver.validation.QuantityValidation;
import java.util.ArrayList;
import java.util.List;

/// Validates the spec of a claim, and of a claim template in a pod or a stateful set.
public final class ClaimSpecValidation {
    private ClaimSpecValidation() {}

    /// Validates a new claim.
    public static void validate(JsonNode spec, String field, FieldErrors fieldErrors) {
        validate(spec, Leniency.NONE, field, fieldErrors);
    }

    /// Invalid values that an existing claim may keep.
    record Leniency(boolean labels, boolean groups) {
        static final Leniency NONE = new Leniency(false, false);

        static Leniency of(JsonNode before) {
            FieldErrors violations = new FieldErrors();
            LabelValidation.validateSelector(before.path("selector"), false, "", violations);
            return new Leniency(!violations.isEmpty(), ClaimDataSourceValidation.hasGroup(before));
        }
    }

    static void validate(JsonNode spec, Leniency leniency, String field, FieldErrors fieldErrors) {
        PersistentVolumeSpecValidation.requiredModes(spec, "at least 1 access mode is required", field, fieldErrors);
        if (JsonTree.has(spec, "selector")) {
            LabelValidation.validateSelector(
                    spec.path("selector"), leniency.labels(), field + ".selector", fieldErrors);
        }
        PersistentVolumeSpecValidation.accessModes(spec, field, fieldErrors);
        storage(JsonTree.at(spec, "resources", "requests", "storage"), field + ".resources[storage]", fieldErrors);
        PersistentVolumeSpecValidation.className(spec, "storageClassName", field, fieldErrors);
        String mode = JsonTree.text(spec, "volumeMode");
        if (JsonTree.has(spec, "volumeMode") && !PersistentVolumeSpecValidation.VOLUME_MODES.contains(mode)) {
            fieldErrors.notSupported(field + ".volumeMode", quoted(mode), PersistentVolumeSpecValidation.VOLUME_MODES);
        }
        ClaimDataSourceValidation.validate(spec, leniency.groups(), field, fieldErrors);
        PersistentVolumeSpecValidation.className(spec, "volumeAttributesClassName", field, fieldErrors);
    }

    private static void storage(JsonNode storage, String field, FieldErrors fieldErrors) {
        if (JsonTree.has(storage)) {
            QuantityValidation.positive(storage, field, fieldErrors);
        } else {
            fieldErrors.required(field, "");
        }
    }

    /// For the `Warning` header.
    public static List<String> warnings(JsonNode spec, String field) {
        List<String> warnings = new ArrayList<>();
        for (String kind : List.of("requests", "limits")) {
            JsonNode storage = JsonTree.at(spec, "resources", kind, "storage");
            if (JsonTree.has(storage) && !QuantityValidation.isWhole(storage)) {
                warnings.add("%s.resources.%s[storage]: fractional byte value %s is invalid, must be an integer"
                        .formatted(field, kind, quoted(storage.asText())));
            }
        }
        return warnings;
    }
}
