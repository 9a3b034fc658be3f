package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apply.Apply;
import dev.stowage.apiserver.apply.ManagedFields;
import dev.stowage.apiserver.apply.Writer;
import dev.stowage.apiserver.failure.ApiException;
import java.time.Instant;
import java.util.Optional;

/// Who owns which fields.
final class Ownership {
    private Ownership() {}

    /// Notes in the object that a manager wrote what differs from the live one.
    static void updated(Target target, Optional<ObjectNode> live, ObjectNode object, String manager, Instant now) {
        ManagedFields.onUpdate(live.orElse(null), object, Bodies.schema(target), writer(target, manager, now));
    }

    /// What an applied object makes of the live one.
    static ObjectNode apply(
            Target target, Optional<ObjectNode> live, ObjectNode applied, WriteOptions options, Instant now)
            throws ApiException {
        return Apply.merge(
                live.orElse(null),
                applied,
                Bodies.schema(target),
                target.kind(),
                writer(target, options.manager(), now),
                options.force());
    }

    private static Writer writer(Target target, String manager, Instant now) {
        return new Writer(
                manager,
                target.subresource(),
                target.apiVersion(),
                Writer.reset(target.resource().status(), target.subresource()),
                now);
    }
}
