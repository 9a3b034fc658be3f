package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonDepth;
import dev.stowage.apiserver.json.JsonEquality;

/// RFC 6902: operations that are applied in order, all or none.
final class JsonPatch {
    private static final int MOST_STEPS = 10_000;
    /// Limits copied bytes: a few operations that each copy the result of the previous one would exhaust memory.
    private static final long MOST_COPIED = 3 * 1024 * 1024;

    private JsonNode root;
    private long copied;

    private JsonPatch(JsonNode root) {
        this.root = root;
    }

    static ObjectNode apply(ArrayNode steps, ObjectNode current) throws ApiException {
        for (JsonNode step : steps) {
            check(step);
        }
        if (steps.size() > MOST_STEPS) {
            throw new ApiException(
                    StatusReason.TOO_LARGE,
                    "Request entity too large: The allowed maximum operations in a JSON patch is %d, got %d"
                            .formatted(MOST_STEPS, steps.size()));
        }
        JsonPatch patch = new JsonPatch(current.deepCopy());
        for (JsonNode step : steps) {
            patch.apply(step);
        }
        if (patch.root instanceof ObjectNode object) {
            return object;
        }
        throw PatchErrors.noObject(patch.root);
    }

    private static void check(JsonNode step) throws ApiException {
        if (step.isNull()) {
            return;
        }
        if (!step.isObject()) {
            throw PatchErrors.malformed(step, "value of type handlers.jsonPatchOp");
        }
        for (String field : new String[] {"op", "path", "from"}) {
            JsonNode value = step.path(field);
            if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
                throw PatchErrors.malformed(value, "struct field jsonPatchOp.%s of type string".formatted(field));
            }
        }
    }

    private void apply(JsonNode step) throws ApiException {
        switch (step.path("op").asText()) {
            case "add" -> place(step, "path").add(PatchLocation.orNull(step.get("value")));
            case "remove" -> place(step, "path").remove();
            case "replace" -> replace(step);
            case "move" -> {
                JsonNode moved = place(step, "from").remove();
                place(step, "path").add(moved);
            }
            case "copy" -> copy(step);
            case "test" -> test(step);
            default -> throw PatchErrors.cannotBeApplied();
        }
    }

    private static String path(JsonNode step, String field) throws ApiException {
        JsonNode path = step.path(field);
        if (!path.isTextual()) {
            throw PatchErrors.cannotBeApplied();
        }
        return path.textValue();
    }

    private PatchLocation place(JsonNode step, String field) throws ApiException {
        return PatchLocation.find(root, path(step, field));
    }

    private void replace(JsonNode step) throws ApiException {
        JsonNode value = PatchLocation.orNull(step.get("value"));
        if (path(step, "path").isEmpty()) {
            root = value;
        } else {
            place(step, "path").replace(value);
        }
    }

    private void copy(JsonNode step) throws ApiException {
        JsonNode value = PatchLocation.orNull(place(step, "from").value());
        PatchLocation to = place(step, "path");
        if (JsonDepth.exceeds(value, JsonDepth.MOST_STORED)) {
            throw PatchErrors.cannotBeApplied();
        }
        copied += Json.write(value).length;
        if (copied > MOST_COPIED) {
            throw PatchErrors.cannotBeApplied();
        }
        to.add(value.deepCopy());
    }

    private void test(JsonNode step) throws ApiException {
        JsonNode found =
                path(step, "path").isEmpty() ? root : place(step, "path").value();
        if (!JsonEquality.same(PatchLocation.orNull(found), PatchLocation.orNull(step.get("value")))) {
            throw PatchErrors.cannotBeApplied();
        }
    }
}
