package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.TableCells;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates updates of the spec of a pod, most of which is immutable.
final class PodUpdateValidation {
    private static final List<String> CONTAINERS = List.of("containers", "initContainers");
    private static final String OTHERS = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to"
            + " existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was"
            + " previously negative)\n";

    private PodUpdateValidation() {}

    static void validate(JsonNode spec, JsonNode old, FieldErrors fieldErrors) {
        for (String list : CONTAINERS) {
            if (!images(JsonTree.list(spec, list), JsonTree.list(old, list), "spec." + list, fieldErrors)) {
                return;
            }
        }
        if (!deadline(spec, old, fieldErrors)) {
            return;
        }
        tolerations(JsonTree.list(spec, "tolerations"), JsonTree.list(old, "tolerations"), fieldErrors);
        gates(JsonTree.list(spec, "schedulingGates"), JsonTree.list(old, "schedulingGates"), fieldErrors);
        if (!spec.equals(old)
                && spec instanceof ObjectNode object
                && !munged(object, old).equals(old)) {
            fieldErrors.forbidden("spec", OTHERS);
        }
    }

    private static boolean images(JsonNode containers, JsonNode old, String path, FieldErrors fieldErrors) {
        if (containers.size() != old.size()) {
            fieldErrors.forbidden(path, "pod updates may not add or remove containers");
            return false;
        }
        int i = 0;
        for (JsonNode container : containers) {
            String image = JsonTree.text(container, "image");
            String field = path + "[" + i++ + "].image";
            if (image.isEmpty()) {
                fieldErrors.required(field, "");
            }
            if (!image.strip().equals(image)) {
                fieldErrors.invalid(field, quoted(image), "must not have leading or trailing whitespace");
            }
        }
        return true;
    }

    private static boolean deadline(JsonNode spec, JsonNode old, FieldErrors fieldErrors) {
        String path = "spec.activeDeadlineSeconds";
        boolean had = JsonTree.has(old, "activeDeadlineSeconds");
        if (!JsonTree.has(spec, "activeDeadlineSeconds")) {
            if (had) {
                fieldErrors.invalid(path, "null", "must not update from a positive integer to nil value");
            }
            return true;
        }
        long seconds = TableCells.number(spec, "activeDeadlineSeconds");
        if (seconds < 0 || seconds > Integer.MAX_VALUE) {
            fieldErrors.invalid(path, Long.toString(seconds), "must be between 0 and 2147483647, inclusive");
            return false;
        }
        if (had && TableCells.number(old, "activeDeadlineSeconds") < seconds) {
            fieldErrors.invalid(path, Long.toString(seconds), "must be less than or equal to previous value");
            return false;
        }
        return true;
    }

    private static void tolerations(JsonNode tolerations, JsonNode old, FieldErrors fieldErrors) {
        Set<JsonNode> now = new HashSet<>();
        tolerations.forEach(toleration -> now.add(withoutSeconds(toleration)));
        for (JsonNode before : old) {
            if (!now.contains(withoutSeconds(before))) {
                fieldErrors.forbidden(
                        "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
    }

    private static JsonNode withoutSeconds(JsonNode toleration) {
        JsonNode copy = toleration.deepCopy();
        if (copy instanceof ObjectNode object) {
            object.remove("tolerationSeconds");
        }
        return copy;
    }

    private static void gates(JsonNode gates, JsonNode old, FieldErrors fieldErrors) {
        Set<String> before = new HashSet<>();
        old.forEach(gate -> before.add(JsonTree.text(gate, "name")));
        int i = 0;
        for (JsonNode gate : gates) {
            String name = JsonTree.text(gate, "name");
            String path = "spec.schedulingGates[" + i++ + "].name";
            if (!before.contains(name)) {
                fieldErrors.forbidden(
                        path, "only deletion is allowed, but found new scheduling gate '%s'".formatted(name));
            }
        }
    }

    /// The new spec with the old values of all mutable fields.
    private static ObjectNode munged(ObjectNode spec, JsonNode old) {
        ObjectNode munged = spec.deepCopy();
        for (String list : CONTAINERS) {
            JsonNode containers = JsonTree.list(munged, list);
            for (int i = 0; i < containers.size(); i++) {
                if (containers.path(i) instanceof ObjectNode container) {
                    take(container, old.path(list).path(i), "image");
                }
            }
        }
        for (String field : List.of("activeDeadlineSeconds", "schedulingGates", "tolerations")) {
            take(munged, old, field);
        }
        if (TableCells.number(old, "terminationGracePeriodSeconds") < 0
                && TableCells.number(munged, "terminationGracePeriodSeconds") == 1) {
            take(munged, old, "terminationGracePeriodSeconds");
        }
        if (!JsonTree.list(old, "schedulingGates").isEmpty()) {
            gated(munged, old);
        }
        return munged;
    }

    /// A pod with scheduling gates can still get more node constraints.
    private static void gated(ObjectNode munged, JsonNode old) {
        take(munged, old, "nodeSelector");
        JsonTree.object(munged, "affinity").ifPresent(affinity -> {
            take(affinity, old.path("affinity"), "nodeAffinity");
            if (affinity.isEmpty() && !JsonTree.has(old, "affinity")) {
                munged.remove("affinity");
            }
        });
    }

    private static void take(ObjectNode target, JsonNode source, String field) {
        if (source.has(field)) {
            target.set(field, source.path(field));
        } else {
            target.remove(field);
        }
    }
}
