package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Json;
import java.time.Instant;
import java.util.Optional;

/// Who owns which fields.
final class Ownership {
    private Ownership() {}

    /// Notes in the object that a manager wrote what differs from the live one.
    static void updated(Target target, Optional<ObjectNode> live, ObjectNode object, String manager, Instant now) {}

    static ObjectNode empty(Target target) {
        return Json.object();
    }

    static ObjectNode apply(Target target, ObjectNode live, ObjectNode wanted, WriteOptions options, Instant now)
            throws ApiException {
        if (options.force()) {
            return wanted;
        }
        throw new ApiException(Reason.UNSUPPORTED_MEDIA_TYPE, "apply is not there");
    }
}
