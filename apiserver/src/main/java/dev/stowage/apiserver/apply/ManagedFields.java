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
        for (Claim claim : claims.all()) {
            if (claim.meets(touched)) {
                claims.give(claim, claim.fields().difference(touched));
            }
        }
        if (!taken.isEmpty()) {
            Owner owner = Owner.updating(writer);
            FieldSet all =
                    claims.find(owner).map(Claim::fields).orElse(FieldSet.EMPTY).union(taken);
            claims.put(Claim.of(owner, writer.apiVersion(), writer.now().toString(), all));
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

    /// When an object is as it was but for the times of its owners, gives it the owners that it had, so that
    /// nothing needs to be written.
    public static void forgetTimes(ObjectNode old, ObjectNode now) {
        if (!(old.path("metadata") instanceof ObjectNode before)
                || !(now.path("metadata") instanceof ObjectNode after)) {
            return;
        }
        JsonNode owners = before.path("managedFields");
        if (owners.isArray() && !owners.equals(after.path("managedFields")) && sameBut(old, now, before, after)) {
            after.set("managedFields", owners.deepCopy());
        }
    }

    private static boolean sameBut(ObjectNode old, ObjectNode now, ObjectNode before, ObjectNode after) {
        return sameFields(old, now, "metadata")
                && sameFields(before, after, "managedFields")
                && untimed(before.path("managedFields")).equals(untimed(after.path("managedFields")));
    }

    private static boolean sameFields(ObjectNode one, ObjectNode other, String but) {
        if (one.size() != other.size()) {
            return false;
        }
        return one.propertyStream()
                .allMatch(
                        field -> field.getKey().equals(but) || field.getValue().equals(other.get(field.getKey())));
    }

    private static JsonNode untimed(JsonNode owners) {
        ArrayNode untimed = Json.list();
        for (JsonNode owner : owners) {
            ObjectNode entry = Json.object();
            entry.setAll((ObjectNode) owner);
            entry.remove("time");
            untimed.add(entry);
        }
        return untimed;
    }
}
