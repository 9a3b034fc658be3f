package dev.stowage.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apply.Claim.Owner;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.schema.Schema;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps `metadata.managedFields` when an object is made, replaced or patched. What is applied goes through
/// [Apply].
public final class ManagedFields {
    /// Fields that belong to the server, or are the object's name.
    static final FieldSet NOBODYS = FieldSet.of(
            "apiVersion",
            "kind",
            "metadata",
            "metadata.name",
            "metadata.namespace",
            "metadata.creationTimestamp",
            "metadata.selfLink",
            "metadata.uid",
            "metadata.clusterName",
            "metadata.generation",
            "metadata.managedFields",
            "metadata.resourceVersion");

    private ManagedFields() {}

    /// Records in an object what a request changed. To be called when the object is decoded, patched and has
    /// its defaults, and before admission and the resource's strategy: what these change is not the client's.
    ///
    /// @param old the state that is replaced; null when the object is made. It stays as it is.
    public static void onUpdate(@Nullable ObjectNode old, ObjectNode now, Schema schema, Writer writer) {
        JsonNode kept = old == null ? Json.list() : Tree.list(old, "metadata", "managedFields");
        JsonNode sent = now.path("metadata").path("managedFields");
        Claims claims = claims(old, sent, kept, writer);
        if (claims.isEmpty() && old != null) {
            // Nobody looked after this object so far, or its owners were cleared.
            claims.writeTo(now);
            return;
        }
        ObjectNode before = old == null ? Skeleton.of(schema) : old;
        Comparison.Changes changes = Comparison.of(before, now, schema).without(writer.reset());
        FieldSet set = changes.set();
        FieldSet taken = set.difference(NOBODYS);
        FieldSet touched = set.union(changes.removed());
        Owner owner = Owner.updating(writer);
        for (Claim claim : claims.all()) {
            // What the writer changes and owns already, it goes on to own.
            FieldSet lost = claim.owner().equals(owner) ? changes.removed() : touched;
            if (claim.meets(lost)) {
                claims.give(claim, claim.fields().difference(lost));
            }
        }
        if (!taken.isEmpty()) {
            claims.take(owner, taken, writer);
            claims.cap();
        }
        claims.writeTo(now);
    }

    /// A client that does not know of owners leaves them out; then those of the old state hold. An empty
    /// list, or one with an empty entry, clears them.
    private static Claims claims(@Nullable ObjectNode old, JsonNode sent, JsonNode kept, Writer writer) {
        if (!writer.subresource().isEmpty() || sent.isMissingNode() || sent.isNull() || sent.equals(kept)) {
            boolean cleared = writer.subresource().isEmpty() && sent.isArray() && sent.isEmpty();
            return cleared ? new Claims() : Claims.stored(old);
        }
        boolean cleared = sent instanceof ArrayNode list
                && (list.isEmpty() || (list.size() == 1 && list.get(0).isEmpty()));
        if (cleared) {
            return new Claims();
        }
        Optional<Claims> read = Claims.sent(sent);
        return read.filter(claims -> !claims.isEmpty()).orElseGet(() -> Claims.stored(old));
    }
}
