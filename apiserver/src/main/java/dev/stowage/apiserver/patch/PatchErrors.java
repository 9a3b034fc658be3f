package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.errors.StatusReason;

/// Errors of a patch that is well-formed but cannot be applied to this object.
final class PatchErrors {
    private PatchErrors() {}

    /// Kubernetes does not report which operation failed.
    static ApiException cannotBeApplied() {
        return new ApiException(StatusReason.INVALID, "the server rejected our request due to an error in our request");
    }

    /// What Kubernetes reports as an internal error, with the same message.
    static ApiException unexpected(String message) {
        return new ApiException(StatusReason.UNKNOWN, message);
    }

    /// An operation of a JSON patch that is not an object.
    ///
    /// @param where the Go type of the target
    static ApiException malformed(JsonNode found, String where) {
        return ApiException.badRequest(
                "error decoding patch: json: cannot unmarshal %s into Go %s".formatted(kind(found), where));
    }

    /// The result is not an object.
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

    /// The type of a value, as in messages.
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
