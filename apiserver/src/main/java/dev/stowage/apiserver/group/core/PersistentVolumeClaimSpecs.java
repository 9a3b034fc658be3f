package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Labels;
import dev.stowage.apiserver.validation.Quantities;
import java.util.ArrayList;
import java.util.List;

/// What a claim must be like, by itself or as a template inside a pod or a stateful set.
public final class PersistentVolumeClaimSpecs {
    private PersistentVolumeClaimSpecs() {}

    /// Of a claim that is made.
    public static void validate(JsonNode spec, String field, Problems problems) {
        validate(spec, Leniency.NONE, field, problems);
    }

    /// Mistakes that an old claim is allowed to keep.
    record Leniency(boolean labels, boolean groups) {
        static final Leniency NONE = new Leniency(false, false);

        static Leniency of(JsonNode before) {
            Problems mistakes = new Problems();
            Labels.validateSelector(before.path("selector"), false, "", mistakes);
            return new Leniency(!mistakes.isEmpty(), PersistentVolumeClaimDataSources.hasGroup(before));
        }
    }

    static void validate(JsonNode spec, Leniency leniency, String field, Problems problems) {
        PersistentVolumeSpecs.requiredModes(spec, "at least 1 access mode is required", field, problems);
        if (Tree.has(spec, "selector")) {
            Labels.validateSelector(spec.path("selector"), leniency.labels(), field + ".selector", problems);
        }
        PersistentVolumeSpecs.accessModes(spec, field, problems);
        storage(Tree.at(spec, "resources", "requests", "storage"), field + ".resources[storage]", problems);
        PersistentVolumeSpecs.className(spec, "storageClassName", field, problems);
        String mode = Tree.text(spec, "volumeMode");
        if (Tree.has(spec, "volumeMode") && !PersistentVolumeSpecs.VOLUME_MODES.contains(mode)) {
            problems.notSupported(field + ".volumeMode", quoted(mode), PersistentVolumeSpecs.VOLUME_MODES);
        }
        PersistentVolumeClaimDataSources.validate(spec, leniency.groups(), field, problems);
        PersistentVolumeSpecs.className(spec, "volumeAttributesClassName", field, problems);
    }

    private static void storage(JsonNode storage, String field, Problems problems) {
        if (Tree.has(storage)) {
            Quantities.positive(storage, field, problems);
        } else {
            problems.required(field, "");
        }
    }

    /// For the `Warning` header.
    public static List<String> warnings(JsonNode spec, String field) {
        List<String> warnings = new ArrayList<>();
        for (String kind : List.of("requests", "limits")) {
            JsonNode storage = Tree.at(spec, "resources", kind, "storage");
            if (Tree.has(storage) && !Quantities.isWhole(storage)) {
                warnings.add("%s.resources.%s[storage]: fractional byte value %s is invalid, must be an integer"
                        .formatted(field, kind, quoted(storage.asText())));
            }
        }
        return warnings;
    }
}
