package dev.stowage.apiserver.registry.core.pod;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;

/// Rules for pods beyond those for templates.
final class PodValidation {
    private PodValidation() {}

    static void validateNew(ObjectNode pod, FieldErrors fieldErrors) {
        validate(pod, fieldErrors);
        JsonNode spec = pod.path("spec");
        if (!JsonTree.list(spec, "ephemeralContainers").isEmpty()) {
            fieldErrors.forbidden("spec.ephemeralContainers", "cannot be set on create");
        }
        if (!JsonTree.text(spec, "nodeName").isEmpty()
                && !JsonTree.list(spec, "schedulingGates").isEmpty()) {
            fieldErrors.forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared");
        }
    }

    static void validate(ObjectNode pod, FieldErrors fieldErrors) {
        JsonNode spec = pod.path("spec");
        PodSpecValidation.validate(spec, "spec", true, fieldErrors);
        if (JsonTree.text(spec, "serviceAccountName").isEmpty()) {
            tokens(spec, fieldErrors);
        }
        for (String list : new String[] {"containers", "initContainers"}) {
            int i = 0;
            for (JsonNode container : JsonTree.list(spec, list)) {
                String image = JsonTree.text(container, "image");
                String path = "spec.%s[%d].image".formatted(list, i++);
                if (!image.strip().equals(image)) {
                    fieldErrors.invalid(path, quoted(image), "must not have leading or trailing whitespace");
                }
            }
        }
    }

    private static void tokens(JsonNode spec, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode volume : JsonTree.list(spec, "volumes")) {
            String path = "spec.volumes[" + i++ + "].projected.sources[";
            int j = 0;
            for (JsonNode source : JsonTree.list(volume, "projected", "sources")) {
                String field = path + j++ + "].serviceAccountToken";
                if (JsonTree.has(source, "serviceAccountToken")) {
                    fieldErrors.forbidden(field, "must not be specified when serviceAccountName is not set");
                }
            }
        }
    }
}
