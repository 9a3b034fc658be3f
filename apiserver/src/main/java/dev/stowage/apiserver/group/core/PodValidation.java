package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;

/// What is asked of pods beyond what is asked of their templates.
final class PodValidation {
    private PodValidation() {}

    static void validateNew(ObjectNode pod, Problems problems) {
        validate(pod, problems);
        JsonNode spec = pod.path("spec");
        if (!Tree.list(spec, "ephemeralContainers").isEmpty()) {
            problems.forbidden("spec.ephemeralContainers", "cannot be set on create");
        }
        if (!Tree.text(spec, "nodeName").isEmpty()
                && !Tree.list(spec, "schedulingGates").isEmpty()) {
            problems.forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared");
        }
    }

    static void validate(ObjectNode pod, Problems problems) {
        JsonNode spec = pod.path("spec");
        PodSpecValidation.validate(spec, "spec", true, problems);
        if (Tree.text(spec, "serviceAccountName").isEmpty()) {
            tokens(spec, problems);
        }
        for (String list : new String[] {"containers", "initContainers"}) {
            int i = 0;
            for (JsonNode container : Tree.list(spec, list)) {
                String image = Tree.text(container, "image");
                String path = "spec.%s[%d].image".formatted(list, i++);
                if (!image.strip().equals(image)) {
                    problems.invalid(path, quoted(image), "must not have leading or trailing whitespace");
                }
            }
        }
    }

    private static void tokens(JsonNode spec, Problems problems) {
        int i = 0;
        for (JsonNode volume : Tree.list(spec, "volumes")) {
            String path = "spec.volumes[" + i++ + "].projected.sources[";
            int j = 0;
            for (JsonNode source : Tree.list(volume, "projected", "sources")) {
                String field = path + j++ + "].serviceAccountToken";
                if (Tree.has(source, "serviceAccountToken")) {
                    problems.forbidden(field, "must not be specified when serviceAccountName is not set");
                }
            }
        }
    }
}
