package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.managedfields.FieldManager;
import dev.stowage.apiserver.managedfields.ManagedFields;
import dev.stowage.apiserver.managedfields.ServerSideApply;
import java.time.Instant;
import java.util.Optional;

/// Field ownership (`managedFields`).
final class FieldOwnership {
    private FieldOwnership() {}

    /// Records in the object that a manager changed the fields that differ from the live one.
    static void updated(
            RequestTarget requestTarget, Optional<ObjectNode> live, ObjectNode object, String manager, Instant now) {
        ManagedFields.onUpdate(
                live.orElse(null), object, BodyDecoder.schema(requestTarget), writer(requestTarget, manager, now));
    }

    /// The live object after an apply.
    static ObjectNode apply(
            RequestTarget requestTarget,
            Optional<ObjectNode> live,
            ObjectNode applied,
            WriteOptions options,
            Instant now)
            throws ApiException {
        return ServerSideApply.merge(
                live.orElse(null),
                applied,
                BodyDecoder.schema(requestTarget),
                requestTarget.kind(),
                writer(requestTarget, options.manager(), now),
                options.force());
    }

    private static FieldManager writer(RequestTarget requestTarget, String manager, Instant now) {
        return new FieldManager(
                manager,
                requestTarget.subresource(),
                requestTarget.apiVersion(),
                FieldManager.reset(requestTarget.resourceDescriptor().status(), requestTarget.subresource()),
                now);
    }
}
