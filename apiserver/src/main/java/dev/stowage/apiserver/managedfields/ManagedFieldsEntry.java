package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import org.jspecify.annotations.Nullable;

/// An entry of `managedFields`: the fields of one owner. It is decoded only when its fields are
/// needed, and encoded only when they changed.
final class ManagedFieldsEntry {
    private final Owner owner;
    private final String apiVersion;
    private final String time;
    private @Nullable ObjectNode entry;
    private @Nullable JsonNode encoded;
    private @Nullable FieldSet fields;

    private ManagedFieldsEntry(Owner owner, String apiVersion, String time) {
        this.owner = owner;
        this.apiVersion = apiVersion;
        this.time = time;
    }

    /// @param apiVersion of an update; empty for an apply, which has one entry for all versions
    record Owner(String manager, boolean applies, String apiVersion, String subresource) {
        static Owner applying(FieldManager fieldManager) {
            return new Owner(fieldManager.manager(), true, "", fieldManager.subresource());
        }

        static Owner updating(FieldManager fieldManager) {
            return new Owner(fieldManager.manager(), false, fieldManager.apiVersion(), fieldManager.subresource());
        }

        /// As it is shown in a conflict.
        String shown() {
            String name = quoted(manager) + (subresource.isEmpty() ? "" : " with subresource " + quoted(subresource));
            return applies ? name : name + " using " + apiVersion;
        }

        private static String quoted(String text) {
            return FieldErrors.quoted(text);
        }

        /// The sort key of owners, in messages and when the oldest entries are merged.
        String key() {
            ObjectNode key = Json.object();
            put(key, "manager", manager);
            key.put("operation", applies ? "Apply" : "Update");
            put(key, "apiVersion", apiVersion);
            put(key, "subresource", subresource);
            return key.toString();
        }
    }

    /// @param time empty for none
    static ManagedFieldsEntry of(Owner owner, String apiVersion, String time, FieldSet fields) {
        ManagedFieldsEntry claim = new ManagedFieldsEntry(owner, apiVersion, time);
        claim.fields = fields;
        return claim;
    }

    /// An entry that this server wrote.
    static ManagedFieldsEntry stored(ObjectNode entry) {
        ManagedFieldsEntry claim = new ManagedFieldsEntry(
                ownerOf(entry), JsonTree.text(entry, "apiVersion"), JsonTree.text(entry, "time"));
        claim.entry = entry;
        claim.encoded = entry.path("fieldsV1");
        return claim;
    }

    /// An entry from a request.
    ///
    /// @throws JsonProcessingException when its fields cannot be read
    static ManagedFieldsEntry sent(JsonNode entry) throws JsonProcessingException {
        FieldSet fields = FieldsV1.read(entry.path("fieldsV1"));
        return of(ownerOf(entry), JsonTree.text(entry, "apiVersion"), JsonTree.text(entry, "time"), fields);
    }

    private static Owner ownerOf(JsonNode entry) {
        boolean applies = JsonTree.text(entry, "operation").equals("Apply");
        return new Owner(
                JsonTree.text(entry, "manager"),
                applies,
                applies ? "" : JsonTree.text(entry, "apiVersion"),
                JsonTree.text(entry, "subresource"));
    }

    Owner owner() {
        return owner;
    }

    String apiVersion() {
        return apiVersion;
    }

    String time() {
        return time;
    }

    FieldSet fields() {
        FieldSet known = fields;
        if (known == null) {
            known = encoded == null ? FieldSet.EMPTY : FieldsV1.decode(encoded);
            fields = known;
        }
        return known;
    }

    private JsonNode encoded() {
        JsonNode known = encoded;
        if (known == null) {
            known = FieldsV1.encode(fields());
            encoded = known;
        }
        return known;
    }

    boolean meets(FieldSet set) {
        return FieldsV1.meets(encoded(), set);
    }

    boolean contains(FieldSet set) {
        return FieldsV1.contains(encoded(), set);
    }

    ManagedFieldsEntry with(FieldSet other) {
        return of(owner, apiVersion, time, other);
    }

    ManagedFieldsEntry at(String otherTime) {
        ManagedFieldsEntry claim = new ManagedFieldsEntry(owner, apiVersion, otherTime);
        claim.encoded = encoded;
        claim.fields = fields;
        return claim;
    }

    ObjectNode encode() {
        ObjectNode known = entry;
        if (known == null) {
            known = Json.object();
            put(known, "manager", owner.manager());
            known.put("operation", owner.applies() ? "Apply" : "Update");
            known.put("apiVersion", apiVersion);
            put(known, "time", time);
            known.put("fieldsType", "FieldsV1");
            known.set("fieldsV1", encoded());
            put(known, "subresource", owner.subresource());
            entry = known;
        }
        return known;
    }

    private static void put(ObjectNode node, String key, String value) {
        if (!value.isEmpty()) {
            node.put(key, value);
        }
    }
}
