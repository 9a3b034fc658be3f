package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonDepth;
import dev.stowage.kubetypes.Schema;

/// Applies a patch to an object. The original object is not modified.
public final class PatchApplier {
    private static final String MAP = "map[string]interface {}";
    private static final String STEPS = "[]handlers.jsonPatchOp";

    private PatchApplier() {}

    /// @param body the patch as the client sent it
    /// @param schema of the object; only a strategic merge patch uses it
    /// @return the patched object, not validated
    public static ObjectNode apply(PatchType kind, byte[] body, ObjectNode current, Schema schema) throws ApiException {
        ObjectNode patched = patched(kind, body, current, schema);
        // Each patch is small, and one after the other can make an object deeper than any parser accepts.
        if (JsonDepth.exceeds(patched, JsonDepth.MOST_STORED)) {
            throw ApiException.badRequest("error decoding patch: " + JsonDepth.EXCEEDED);
        }
        return patched;
    }

    private static ObjectNode patched(PatchType kind, byte[] body, ObjectNode current, Schema schema)
            throws ApiException {
        return switch (kind) {
            case JSON -> {
                JsonNode steps = read(body, "error decoding patch: ");
                if (steps instanceof ArrayNode list) {
                    yield JsonPatch.apply(list, current);
                }
                throw mismatch("error decoding patch: ", steps, STEPS);
            }
            case MERGE -> {
                JsonNode change = read(body, "error decoding patch: ");
                if (change instanceof ObjectNode object) {
                    yield MergePatch.apply(object, current);
                }
                throw change.isNull()
                        ? ApiException.badRequest("Invalid JSON Patch")
                        : mismatch("error decoding patch: ", change, MAP);
            }
            case STRATEGIC -> {
                JsonNode change = read(body, "");
                if (change instanceof ObjectNode object) {
                    yield StrategicMerge.apply(object, current, schema);
                }
                if (change.isNull()) {
                    yield current.deepCopy();
                }
                throw mismatch("", change, MAP);
            }
        };
    }

    private static JsonNode read(byte[] body, String prefix) throws ApiException {
        JsonNode read;
        try {
            read = Json.read(body);
        } catch (JsonEOFException _) {
            throw ApiException.badRequest(prefix + "unexpected end of JSON input");
        } catch (JsonProcessingException e) {
            throw ApiException.badRequest(prefix + JsonDepth.problem(e));
        }
        if (JsonDepth.exceeds(read, JsonDepth.MOST_STORED)) {
            throw ApiException.badRequest(prefix + JsonDepth.EXCEEDED);
        }
        if (read.isMissingNode()) {
            throw ApiException.badRequest(prefix + "unexpected end of JSON input");
        }
        return read;
    }

    private static ApiException mismatch(String prefix, JsonNode found, String wanted) {
        return ApiException.badRequest(prefix
                + "json: cannot unmarshal %s into Go value of type %s".formatted(PatchErrors.kind(found), wanted));
    }
}
