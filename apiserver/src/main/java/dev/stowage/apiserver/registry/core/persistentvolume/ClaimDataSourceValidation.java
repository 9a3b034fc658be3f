package dev.stowage.apiserver.registry.core.persistentvolume;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.k8s.validation.NameValidation;
import org.jspecify.annotations.Nullable;

/// The data source of a claim, which has two fields: `dataSource`, and the more general `dataSourceRef`.
final class ClaimDataSourceValidation {
    private static final String SOURCE = "dataSource";
    private static final String REFERENCE = "dataSourceRef";

    private ClaimDataSourceValidation() {}

    /// Drops unsupported sources, and copies `dataSource` to `dataSourceRef` and back.
    ///
    /// @param before the old spec; null if the claim is created
    static void settle(ObjectNode spec, @Nullable JsonNode before, StrategyContext context) {
        boolean referred = before != null && JsonTree.has(before, REFERENCE);
        boolean elsewhere = !JsonTree.text(spec, REFERENCE, "namespace").isEmpty();
        if (elsewhere && !referred && !context.enabled("CrossNamespaceVolumeDataSource")) {
            spec.remove(REFERENCE);
        }
        boolean inUse = before != null && (JsonTree.has(before, SOURCE) || referred);
        if (!inUse && !JsonTree.has(spec, REFERENCE) && !isOldKind(spec.path(SOURCE))) {
            spec.remove(SOURCE);
        }
        mirror(spec);
    }

    private static boolean isOldKind(JsonNode source) {
        return switch (JsonTree.text(source, "kind")) {
            case "PersistentVolumeClaim" -> JsonTree.text(source, "apiGroup").isEmpty();
            case "VolumeSnapshot" -> JsonTree.text(source, "apiGroup").equals(ApiGroups.SNAPSHOT);
            default -> false;
        };
    }

    static void mirror(ObjectNode spec) {
        boolean source = spec.path(SOURCE).isObject();
        boolean reference = spec.path(REFERENCE).isObject();
        if (source && !reference) {
            spec.set(REFERENCE, copy(spec.path(SOURCE)));
        } else if (reference
                && !source
                && JsonTree.text(spec, REFERENCE, "namespace").isEmpty()) {
            spec.set(SOURCE, copy(spec.path(REFERENCE)));
        }
    }

    private static ObjectNode copy(JsonNode reference) {
        ObjectNode copy = Json.object();
        if (JsonTree.has(reference, "apiGroup")) {
            copy.set("apiGroup", reference.get("apiGroup"));
        } else {
            copy.putNull("apiGroup");
        }
        return copy.put("kind", JsonTree.text(reference, "kind")).put("name", JsonTree.text(reference, "name"));
    }

    /// @param lenient accepts any group, for existing claims
    static void validate(JsonNode spec, boolean lenient, String field, FieldErrors fieldErrors) {
        JsonNode source = spec.path(SOURCE);
        JsonNode reference = spec.path(REFERENCE);
        if (source.isObject()) {
            one(source, lenient, field + "." + SOURCE, fieldErrors);
        }
        if (reference.isObject()) {
            one(reference, lenient, field + "." + REFERENCE, fieldErrors);
            String namespace = JsonTree.text(reference, "namespace");
            if (!namespace.isEmpty()) {
                NameValidation.dnsLabel(namespace)
                        .forEach(violation -> fieldErrors.invalid(
                                field + "." + REFERENCE + ".namespace", quoted(namespace), violation));
            }
        }
        if (!source.isObject() || !reference.isObject()) {
            return;
        }
        // Kubernetes shows `{}` here: it formats an empty path as JSON.
        if (!JsonTree.text(reference, "namespace").isEmpty()) {
            fieldErrors.invalid(field, "{}", "may not be specified when dataSourceRef.namespace is specified");
        } else if (!copy(source).equals(copy(reference))) {
            fieldErrors.invalid(field, "{}", "must match dataSourceRef");
        }
    }

    private static void one(JsonNode source, boolean lenient, String field, FieldErrors fieldErrors) {
        VolumeSourceValidation.required(source, field, fieldErrors, "name", "kind");
        String kind = JsonTree.text(source, "kind");
        String group = JsonTree.text(source, "apiGroup");
        if (group.isEmpty() && !kind.equals("PersistentVolumeClaim")) {
            fieldErrors.invalid(
                    field, quoted(kind), "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        if (!group.isEmpty() && !lenient) {
            NameValidation.dnsSubdomain(group)
                    .forEach(violation -> fieldErrors.invalid(field + ".apiGroup", quoted(group), violation));
        }
    }

    static boolean hasGroup(JsonNode spec) {
        return JsonTree.has(spec, SOURCE, "apiGroup") || JsonTree.has(spec, REFERENCE, "apiGroup");
    }
}
