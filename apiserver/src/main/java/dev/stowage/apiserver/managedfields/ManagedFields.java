package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.managedfields.ManagedFieldsEntry.Owner;
import dev.stowage.kubetypes.Schema;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Updates `metadata.managedFields` when an object is created, replaced or patched. Apply requests use
/// [ServerSideApply].
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

    /// Records in an object what a request changed. Must be called after the object is decoded, patched and
    /// defaulted, and before admission and the resource's strategy, whose changes do not belong to the client.
    ///
    /// @param old the state that is replaced; null if the object is created. It is not modified.
    public static void onUpdate(@Nullable ObjectNode old, ObjectNode now, Schema schema, FieldManager fieldManager) {
        JsonNode kept = old == null ? Json.list() : JsonTree.list(old, "metadata", "managedFields");
        JsonNode sent = now.path("metadata").path("managedFields");
        ManagedFieldsEntries managedFieldsEntries = claims(old, sent, kept, fieldManager);
        if (managedFieldsEntries.isEmpty() && old != null) {
            // The fields of this object have not been tracked so far, or the entries were cleared.
            managedFieldsEntries.writeTo(now);
            return;
        }
        ObjectNode before = old == null ? EmptyObject.of(schema) : old;
        FieldComparison.Changes changes =
                FieldComparison.of(before, now, schema).without(fieldManager.reset());
        FieldSet set = changes.set();
        FieldSet taken = set.difference(NOBODYS);
        FieldSet touched = set.union(changes.removed());
        Owner owner = Owner.updating(fieldManager);
        for (ManagedFieldsEntry claim : managedFieldsEntries.all()) {
            // The writer still owns the fields that it changes and already owned.
            FieldSet lost = claim.owner().equals(owner) ? changes.removed() : touched;
            if (claim.meets(lost)) {
                managedFieldsEntries.give(claim, claim.fields().difference(lost));
            }
        }
        if (!taken.isEmpty()) {
            managedFieldsEntries.take(owner, taken, fieldManager);
            managedFieldsEntries.cap();
        }
        managedFieldsEntries.writeTo(now);
    }

    /// If a client omits `managedFields`, the entries of the old state stay. An empty list, or one with an empty
    /// entry, clears them.
    private static ManagedFieldsEntries claims(
            @Nullable ObjectNode old, JsonNode sent, JsonNode kept, FieldManager fieldManager) {
        if (!fieldManager.subresource().isEmpty() || sent.isMissingNode() || sent.isNull() || sent.equals(kept)) {
            boolean cleared = fieldManager.subresource().isEmpty() && sent.isArray() && sent.isEmpty();
            return cleared ? new ManagedFieldsEntries() : ManagedFieldsEntries.stored(old);
        }
        boolean cleared = sent instanceof ArrayNode list
                && (list.isEmpty() || (list.size() == 1 && list.get(0).isEmpty()));
        if (cleared) {
            return new ManagedFieldsEntries();
        }
        Optional<ManagedFieldsEntries> read = ManagedFieldsEntries.sent(sent);
        return read.filter(managedFieldsEntries -> !managedFieldsEntries.isEmpty())
                .orElseGet(() -> ManagedFieldsEntries.stored(old));
    }
}
