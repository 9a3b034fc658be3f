package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;

/// Who an object says it belongs to.
final class OwnerReferences {
    private OwnerReferences() {}

    static void validate(JsonNode references, String field, Problems problems) {
        String controller = "";
        for (JsonNode reference : references) {
            one(reference, field, problems);
            if (!Tree.flag(reference, "controller")) {
                continue;
            }
            String name = Tree.text(reference, "kind") + "/" + Tree.text(reference, "name");
            if (controller.isEmpty()) {
                controller = name;
            } else {
                problems.invalid(
                        field,
                        references.toString(),
                        "Only one reference can have Controller set to true. Found \"true\" in references for "
                                + controller + " and " + name);
            }
        }
    }

    private static void one(JsonNode reference, String field, Problems problems) {
        String version = Tree.text(reference, "apiVersion");
        // Without exactly one slash the whole is a version of the core group.
        if (version.isEmpty() || version.endsWith("/")) {
            problems.invalid(field + ".apiVersion", quoted(version), "version must not be empty");
        }
        for (String part : new String[] {"kind", "name", "uid"}) {
            if (Tree.text(reference, part).isEmpty()) {
                problems.invalid(field + "." + part, "\"\"", "must not be empty");
            }
        }
        if (version.equals("v1") && Tree.text(reference, "kind").equals("Event")) {
            problems.invalid(field, reference.toString(), "/v1, Kind=Event is disallowed from being an owner");
        }
    }
}
