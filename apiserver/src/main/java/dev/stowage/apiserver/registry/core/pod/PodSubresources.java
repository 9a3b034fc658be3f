package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.StaticPodAnnotations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Updates through subresources of a pod: ephemeral containers, and resize.
final class PodSubresources {
    private static final List<String> RESIZED = List.of("resources", "resizePolicy");
    private static final List<String> CONTAINERS = List.of("containers", "initContainers");

    private static final String MIRROR = StaticPodAnnotations.MIRROR;

    private PodSubresources() {}

    static void keepOthers(String subresource, ObjectNode pod, ObjectNode old) {
        JsonNode sent = pod.path("spec");
        ObjectNode spec = JsonTree.ensure(old.deepCopy(), "spec");
        if (subresource.equals("ephemeralcontainers")) {
            replace(spec, "ephemeralContainers", sent);
        } else if (subresource.equals("resize")) {
            for (String list : CONTAINERS) {
                if (!sameNames(JsonTree.list(sent, list), JsonTree.list(old, "spec", list))) {
                    // Keep the object as sent, so that validation rejects it.
                    return;
                }
            }
            CONTAINERS.forEach(list -> resize(JsonTree.list(spec, list), JsonTree.list(sent, list)));
            replace(spec, "resources", sent);
        }
        pod.set("spec", spec);
        if (old.has("status")) {
            pod.set("status", old.path("status").deepCopy());
        }
        keepMetadata(pod, old);
    }

    private static void keepMetadata(ObjectNode pod, ObjectNode old) {
        ObjectNode metadata = JsonTree.ensure(pod, "metadata");
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
            if (!JsonTree.text(some.path(i), "name").equals(JsonTree.text(others.path(i), "name"))) {
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

    static void validate(String subresource, ObjectNode pod, ObjectNode old, FieldErrors fieldErrors) {
        if (subresource.equals("ephemeralcontainers")) {
            validateEphemeral(pod, old, fieldErrors);
        } else if (subresource.equals("resize")) {
            validateResize(pod, old, fieldErrors);
        }
    }

    private static void validateEphemeral(ObjectNode pod, ObjectNode old, FieldErrors fieldErrors) {
        if (JsonTree.has(old, "metadata", "annotations", MIRROR)) {
            fieldErrors.forbidden("", "static pods do not support ephemeral containers");
            return;
        }
        Map<String, JsonNode> now = new HashMap<>();
        JsonTree.list(pod, "spec", "ephemeralContainers").forEach(each -> now.put(JsonTree.text(each, "name"), each));
        for (JsonNode before : JsonTree.list(old, "spec", "ephemeralContainers")) {
            String name = JsonTree.text(before, "name");
            JsonNode container = now.get(name);
            if (container == null) {
                fieldErrors.forbidden(
                        "spec.ephemeralContainers",
                        "existing ephemeral containers %s may not be removed\n".formatted(quoted(name)));
            } else if (!container.equals(before)) {
                fieldErrors.forbidden(
                        "spec.ephemeralContainers",
                        "existing ephemeral containers %s may not be changed\n".formatted(quoted(name)));
            }
        }
    }

    private static void validateResize(ObjectNode pod, ObjectNode old, FieldErrors fieldErrors) {
        String quality = JsonTree.text(old, "status", "qosClass");
        if (!PodQosClass.of(pod.path("spec")).equals(quality)) {
            fieldErrors.invalid("spec", quoted(quality), "Pod QOS Class may not change as a result of resizing");
        }
        ObjectNode munged = pod.path("spec").deepCopy();
        CONTAINERS.forEach(list -> resize(JsonTree.list(munged, list), JsonTree.list(old, "spec", list)));
        replace(munged, "resources", old.path("spec"));
        if (!munged.equals(old.path("spec"))) {
            fieldErrors.forbidden("spec", "only cpu and memory resources are mutable");
        }
    }
}
