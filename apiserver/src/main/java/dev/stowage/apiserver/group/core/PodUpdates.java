package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.json.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The little that may change in the spec of a pod.
final class PodUpdates {
    private static final List<String> CONTAINERS = List.of("containers", "initContainers");
    private static final String OTHERS = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to"
            + " existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was"
            + " previously negative)\n";

    private PodUpdates() {}

    static void validate(JsonNode spec, JsonNode old, Problems problems) {
        for (String list : CONTAINERS) {
            if (!images(Tree.list(spec, list), Tree.list(old, list), "spec." + list, problems)) {
                return;
            }
        }
        if (!deadline(spec, old, problems)) {
            return;
        }
        tolerations(Tree.list(spec, "tolerations"), Tree.list(old, "tolerations"), problems);
        gates(Tree.list(spec, "schedulingGates"), Tree.list(old, "schedulingGates"), problems);
        if (!spec.equals(old)
                && spec instanceof ObjectNode object
                && !munged(object, old).equals(old)) {
            problems.forbidden("spec", OTHERS);
        }
    }

    private static boolean images(JsonNode containers, JsonNode old, String path, Problems problems) {
        if (containers.size() != old.size()) {
            problems.forbidden(path, "pod updates may not add or remove containers");
            return false;
        }
        int i = 0;
        for (JsonNode container : containers) {
            String image = Tree.text(container, "image");
            String field = path + "[" + i++ + "].image";
            if (image.isEmpty()) {
                problems.required(field, "");
            }
            if (!image.strip().equals(image)) {
                problems.invalid(field, quoted(image), "must not have leading or trailing whitespace");
            }
        }
        return true;
    }

    private static boolean deadline(JsonNode spec, JsonNode old, Problems problems) {
        String path = "spec.activeDeadlineSeconds";
        boolean had = Tree.has(old, "activeDeadlineSeconds");
        if (!Tree.has(spec, "activeDeadlineSeconds")) {
            if (had) {
                problems.invalid(path, "null", "must not update from a positive integer to nil value");
            }
            return true;
        }
        long seconds = Cells.number(spec, "activeDeadlineSeconds");
        if (seconds < 0 || seconds > Integer.MAX_VALUE) {
            problems.invalid(path, Long.toString(seconds), "must be between 0 and 2147483647, inclusive");
            return false;
        }
        if (had && Cells.number(old, "activeDeadlineSeconds") < seconds) {
            problems.invalid(path, Long.toString(seconds), "must be less than or equal to previous value");
            return false;
        }
        return true;
    }

    private static void tolerations(JsonNode tolerations, JsonNode old, Problems problems) {
        Set<JsonNode> now = new HashSet<>();
        tolerations.forEach(toleration -> now.add(withoutSeconds(toleration)));
        for (JsonNode before : old) {
            if (!now.contains(withoutSeconds(before))) {
                problems.forbidden(
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

    private static void gates(JsonNode gates, JsonNode old, Problems problems) {
        Set<String> before = new HashSet<>();
        old.forEach(gate -> before.add(Tree.text(gate, "name")));
        int i = 0;
        for (JsonNode gate : gates) {
            String name = Tree.text(gate, "name");
            String path = "spec.schedulingGates[" + i++ + "].name";
            if (!before.contains(name)) {
                problems.forbidden(
                        path, "only deletion is allowed, but found new scheduling gate '%s'".formatted(name));
            }
        }
    }

    /// The new spec with the old values of everything that may change.
    private static ObjectNode munged(ObjectNode spec, JsonNode old) {
        ObjectNode munged = spec.deepCopy();
        for (String list : CONTAINERS) {
            JsonNode containers = Tree.list(munged, list);
            for (int i = 0; i < containers.size(); i++) {
                if (containers.path(i) instanceof ObjectNode container) {
                    take(container, old.path(list).path(i), "image");
                }
            }
        }
        for (String field : List.of("activeDeadlineSeconds", "schedulingGates", "tolerations")) {
            take(munged, old, field);
        }
        if (Cells.number(old, "terminationGracePeriodSeconds") < 0
                && Cells.number(munged, "terminationGracePeriodSeconds") == 1) {
            take(munged, old, "terminationGracePeriodSeconds");
        }
        if (!Tree.list(old, "schedulingGates").isEmpty()) {
            gated(munged, old);
        }
        return munged;
    }

    /// A pod that is not ready to be scheduled may still be told where it can run.
    private static void gated(ObjectNode munged, JsonNode old) {
        take(munged, old, "nodeSelector");
        Tree.object(munged, "affinity").ifPresent(affinity -> {
            take(affinity, old.path("affinity"), "nodeAffinity");
            if (affinity.isEmpty() && !Tree.has(old, "affinity")) {
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
