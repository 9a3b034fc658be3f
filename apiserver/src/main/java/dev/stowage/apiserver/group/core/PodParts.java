package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The parts of a pod that sub-resources change: containers for debugging, and amounts of resources.
final class PodParts {
    private static final List<String> RESIZED = List.of("resources", "resizePolicy");
    private static final List<String> CONTAINERS = List.of("containers", "initContainers");

    private PodParts() {}

    static void keepOthers(String subresource, ObjectNode pod, ObjectNode old) {
        JsonNode sent = pod.path("spec");
        ObjectNode spec = Tree.ensure(old.deepCopy(), "spec");
        if (subresource.equals("ephemeralcontainers")) {
            replace(spec, "ephemeralContainers", sent);
        } else if (subresource.equals("resize")) {
            for (String list : CONTAINERS) {
                if (!sameNames(Tree.list(sent, list), Tree.list(old, "spec", list))) {
                    // Left as it was sent, so that it is refused.
                    return;
                }
            }
            CONTAINERS.forEach(list -> resize(Tree.list(spec, list), Tree.list(sent, list)));
            replace(spec, "resources", sent);
        }
        pod.set("spec", spec);
        if (old.has("status")) {
            pod.set("status", old.path("status").deepCopy());
        }
        keepMetadata(pod, old);
    }

    private static void keepMetadata(ObjectNode pod, ObjectNode old) {
        ObjectNode metadata = Tree.ensure(pod, "metadata");
        for (String field : List.of("labels", "annotations", "finalizers", "ownerReferences")) {
            metadata.remove(field);
            replace(metadata, field, old.path("metadata"));
        }
    }

    private static void replace(ObjectNode target, String field, JsonNode source) {
        if (source.has(field)) {
            target.set(field, source.path(field).deepCopy());
        } else {
            target.remove(field);
        }
    }

    private static boolean sameNames(JsonNode some, JsonNode others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!Tree.text(some.path(i), "name").equals(Tree.text(others.path(i), "name"))) {
                return false;
            }
        }
        return true;
    }

    private static void resize(JsonNode containers, JsonNode sent) {
        for (int i = 0; i < containers.size(); i++) {
            if (containers.path(i) instanceof ObjectNode container) {
                for (String field : RESIZED) {
                    replace(container, field, sent.path(i));
                }
            }
        }
    }

    static void validate(String subresource, ObjectNode pod, ObjectNode old, Problems problems) {
        if (subresource.equals("ephemeralcontainers")) {
            validateEphemeral(pod, old, problems);
        } else if (subresource.equals("resize")) {
            validateResize(pod, old, problems);
        }
    }

    private static void validateEphemeral(ObjectNode pod, ObjectNode old, Problems problems) {
        Map<String, JsonNode> now = new HashMap<>();
        Tree.list(pod, "spec", "ephemeralContainers").forEach(each -> now.put(Tree.text(each, "name"), each));
        for (JsonNode before : Tree.list(old, "spec", "ephemeralContainers")) {
            String name = Tree.text(before, "name");
            JsonNode container = now.get(name);
            if (container == null) {
                problems.forbidden(
                        "spec.ephemeralContainers",
                        "existing ephemeral containers %s may not be removed\n".formatted(quoted(name)));
            } else if (!container.equals(before)) {
                problems.forbidden(
                        "spec.ephemeralContainers",
                        "existing ephemeral containers %s may not be changed\n".formatted(quoted(name)));
            }
        }
    }

    private static void validateResize(ObjectNode pod, ObjectNode old, Problems problems) {
        String quality = Tree.text(old, "status", "qosClass");
        if (!ServiceQuality.of(pod.path("spec")).equals(quality)) {
            problems.invalid("spec", quoted(quality), "Pod QOS Class may not change as a result of resizing");
        }
        ObjectNode munged = pod.path("spec").deepCopy();
        CONTAINERS.forEach(list -> resize(Tree.list(munged, list), Tree.list(old, "spec", list)));
        replace(munged, "resources", old.path("spec"));
        if (!munged.equals(old.path("spec"))) {
            problems.forbidden("spec", "only cpu and memory resources are mutable");
        }
    }
}
