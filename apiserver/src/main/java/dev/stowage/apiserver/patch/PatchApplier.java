package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;

/// Makes a change to an object. Pure: the object that it is given stays as it is.
public final class PatchApplier {
    private static final String MAP = "map[string]interface {}";
    private static final String STEPS = "[]handlers.jsonPatchOp";

    private PatchApplier() {}

    /// @param body the change as the client sent it
    /// @param schema of the object; only a strategic merge patch uses it
    /// @return the patched object, not validated
    public static ObjectNode apply(PatchType kind, byte[] body, ObjectNode current, Schema schema) throws ApiException {
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
            throw ApiException.badRequest(prefix + e.getOriginalMessage());
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
