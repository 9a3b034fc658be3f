package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.validation.Names;
import org.jspecify.annotations.Nullable;

/// What a claim starts from: one thing under two names, because the first one could not say everything.
final class PersistentVolumeClaimDataSources {
    private static final String SOURCE = "dataSource";
    private static final String REFERENCE = "dataSourceRef";

    private PersistentVolumeClaimDataSources() {}

    /// Drops what is not understood, and fills in the one name from the other.
    ///
    /// @param before the old spec; null when the claim is made
    static void settle(ObjectNode spec, @Nullable JsonNode before, Surroundings around) {
        boolean referred = before != null && Tree.has(before, REFERENCE);
        boolean elsewhere = !Tree.text(spec, REFERENCE, "namespace").isEmpty();
        if (elsewhere && !referred && !around.enabled("CrossNamespaceVolumeDataSource")) {
            spec.remove(REFERENCE);
        }
        boolean inUse = before != null && (Tree.has(before, SOURCE) || referred);
        if (!inUse && !Tree.has(spec, REFERENCE) && !isOldKind(spec.path(SOURCE))) {
            spec.remove(SOURCE);
        }
        mirror(spec);
    }

    private static boolean isOldKind(JsonNode source) {
        return switch (Tree.text(source, "kind")) {
            case "PersistentVolumeClaim" -> Tree.text(source, "apiGroup").isEmpty();
            case "VolumeSnapshot" -> Tree.text(source, "apiGroup").equals("snapshot.storage.k8s.io");
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
                && Tree.text(spec, REFERENCE, "namespace").isEmpty()) {
            spec.set(SOURCE, copy(spec.path(REFERENCE)));
        }
    }

    private static ObjectNode copy(JsonNode reference) {
        ObjectNode copy = Json.object();
        if (Tree.has(reference, "apiGroup")) {
            copy.set("apiGroup", reference.get("apiGroup"));
        } else {
            copy.putNull("apiGroup");
        }
        return copy.put("kind", Tree.text(reference, "kind")).put("name", Tree.text(reference, "name"));
    }

    /// @param lenient takes any group, for claims that already have one
    static void validate(JsonNode spec, boolean lenient, String field, Problems problems) {
        JsonNode source = spec.path(SOURCE);
        JsonNode reference = spec.path(REFERENCE);
        if (source.isObject()) {
            one(source, lenient, field + "." + SOURCE, problems);
        }
        if (reference.isObject()) {
            one(reference, lenient, field + "." + REFERENCE, problems);
            String namespace = Tree.text(reference, "namespace");
            if (!namespace.isEmpty()) {
                Names.dnsLabel(namespace)
                        .forEach(mistake ->
                                problems.invalid(field + "." + REFERENCE + ".namespace", quoted(namespace), mistake));
            }
        }
        if (!source.isObject() || !reference.isObject()) {
            return;
        }
        // The value shown is what an empty path becomes when it is written as JSON.
        if (!Tree.text(reference, "namespace").isEmpty()) {
            problems.invalid(field, "{}", "may not be specified when dataSourceRef.namespace is specified");
        } else if (!copy(source).equals(copy(reference))) {
            problems.invalid(field, "{}", "must match dataSourceRef");
        }
    }

    private static void one(JsonNode source, boolean lenient, String field, Problems problems) {
        PersistentVolumeSources.required(source, field, problems, "name", "kind");
        String kind = Tree.text(source, "kind");
        String group = Tree.text(source, "apiGroup");
        if (group.isEmpty() && !kind.equals("PersistentVolumeClaim")) {
            problems.invalid(
                    field, quoted(kind), "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        if (!group.isEmpty() && !lenient) {
            Names.dnsSubdomain(group).forEach(mistake -> problems.invalid(field + ".apiGroup", quoted(group), mistake));
        }
    }

    static boolean hasGroup(JsonNode spec) {
        return Tree.has(spec, SOURCE, "apiGroup") || Tree.has(spec, REFERENCE, "apiGroup");
    }
}
