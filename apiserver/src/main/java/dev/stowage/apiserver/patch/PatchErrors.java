package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.errors.StatusReason;

/// A change that is well written and cannot be made to this object.
final class PatchErrors {
    private PatchErrors() {}

    /// Kubernetes does not tell the client which step failed.
    static ApiException cannotBeMade() {
        return new ApiException(StatusReason.INVALID, "the server rejected our request due to an error in our request");
    }

    /// What Kubernetes takes for a mistake of its own, with the same words.
    static ApiException unexpected(String message) {
        return new ApiException(StatusReason.UNKNOWN, message);
    }

    /// A step of a JSON patch that is none.
    ///
    /// @param where it was to go
    static ApiException malformed(JsonNode found, String where) {
        return ApiException.badRequest(
                "error decoding patch: json: cannot unmarshal %s into Go %s".formatted(kind(found), where));
    }

    /// What came out is no object at all.
    static ApiException noObject(JsonNode found) {
        FieldErrors fieldErrors = new FieldErrors();
        String wanted = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
                + " Kind string \"json:\\\"kind,omitempty\\\"\" }";
        fieldErrors.invalid(
                "patch",
                FieldErrors.quoted(found.toString()),
                "couldn't get version/kind; json parse error: json: cannot unmarshal %s into Go value of type %s"
                        .formatted(kind(found), wanted));
        return ApiException.invalid("", "", "", fieldErrors);
    }

    /// What a value is called in messages.
    static String kind(JsonNode found) {
        return switch (found.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT, POJO -> "object";
            case STRING, BINARY -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "bool";
            case NULL, MISSING -> "null";
        };
    }
}
