package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;

/// The owner references of an object.
final class OwnerReferenceValidation {
    private OwnerReferenceValidation() {}

    static void validate(JsonNode references, String field, FieldErrors fieldErrors) {
        String controller = "";
        for (JsonNode reference : references) {
            one(reference, field, fieldErrors);
            if (!JsonTree.flag(reference, "controller")) {
                continue;
            }
            String name = JsonTree.text(reference, "kind") + "/" + JsonTree.text(reference, "name");
            if (controller.isEmpty()) {
                controller = name;
            } else {
                fieldErrors.invalid(
                        field,
                        references.toString(),
                        "Only one reference can have Controller set to true. Found \"true\" in references for "
                                + controller + " and " + name);
            }
        }
    }

    private static void one(JsonNode reference, String field, FieldErrors fieldErrors) {
        String version = JsonTree.text(reference, "apiVersion");
        // Without exactly one slash the whole is a version of the core group.
        if (version.isEmpty() || version.endsWith("/")) {
            fieldErrors.invalid(field + ".apiVersion", quoted(version), "version must not be empty");
        }
        for (String part : new String[] {"kind", "name", "uid"}) {
            if (JsonTree.text(reference, part).isEmpty()) {
                fieldErrors.invalid(field + "." + part, "\"\"", "must not be empty");
            }
        }
        if (version.equals("v1") && JsonTree.text(reference, "kind").equals("Event")) {
            fieldErrors.invalid(field, reference.toString(), "/v1, Kind=Event is disallowed from being an owner");
        }
    }
}
