package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.managedfields.ManagedFieldsEntry.Owner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The owners of the fields of one object.
final class ManagedFieldsEntries {
    private static final int MOST_UPDATERS = 10;
    private static final String OLDEST = "ancient-changes";
    private static final Comparator<ManagedFieldsEntry> ORDER = Comparator.comparing(
                    (ManagedFieldsEntry claim) -> !claim.owner().applies())
            .thenComparing(ManagedFieldsEntry::time)
            .thenComparing(claim -> claim.owner().manager())
            .thenComparing(ManagedFieldsEntry::apiVersion)
            .thenComparing(claim -> claim.owner().subresource());

    private final Map<Owner, ManagedFieldsEntry> claims = new LinkedHashMap<>();

    /// Reads the entries that this server wrote into an object.
    static ManagedFieldsEntries stored(@Nullable ObjectNode object) {
        ManagedFieldsEntries managedFieldsEntries = new ManagedFieldsEntries();
        if (object != null) {
            for (JsonNode entry : JsonTree.list(object, "metadata", "managedFields")) {
                if (entry instanceof ObjectNode known) {
                    managedFieldsEntries.put(ManagedFieldsEntry.stored(known));
                }
            }
        }
        return managedFieldsEntries;
    }

    /// Reads the entries that a client sent; empty if they are invalid.
    static Optional<ManagedFieldsEntries> sent(JsonNode list) {
        ManagedFieldsEntries managedFieldsEntries = new ManagedFieldsEntries();
        try {
            for (JsonNode entry : list) {
                String operation = JsonTree.text(entry, "operation");
                boolean known = operation.equals("Apply") || operation.equals("Update");
                boolean versioned = !JsonTree.text(entry, "apiVersion").isEmpty();
                if (!known || !versioned || !JsonTree.text(entry, "fieldsType").equals("FieldsV1")) {
                    return Optional.empty();
                }
                managedFieldsEntries.put(ManagedFieldsEntry.sent(entry));
            }
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
        return Optional.of(managedFieldsEntries);
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }

    List<ManagedFieldsEntry> all() {
        return List.copyOf(claims.values());
    }

    Optional<ManagedFieldsEntry> find(Owner owner) {
        return Optional.ofNullable(claims.get(owner));
    }

    void put(ManagedFieldsEntry claim) {
        claims.put(claim.owner(), claim);
    }

    /// Changes the fields of an owner; an owner without fields is removed.
    void give(ManagedFieldsEntry claim, FieldSet fields) {
        if (fields.isEmpty()) {
            claims.remove(claim.owner());
        } else {
            put(claim.with(fields));
        }
    }

    /// Adds fields to an owner and updates its time. Usually an owner writes the same fields again, so this is
    /// fast.
    void take(Owner owner, FieldSet taken, FieldManager fieldManager) {
        ManagedFieldsEntry known = claims.get(owner);
        String time = fieldManager.now().toString();
        if (known != null && known.contains(taken)) {
            put(known.at(time));
        } else {
            FieldSet all = known == null ? taken : known.fields().union(taken);
            put(ManagedFieldsEntry.of(owner, fieldManager.apiVersion(), time, all));
        }
    }

    FieldSet union() {
        FieldSet all = FieldSet.EMPTY;
        for (ManagedFieldsEntry claim : claims.values()) {
            all = all.union(claim.fields());
        }
        return all;
    }

    /// Merges the oldest entries of updaters if there are too many.
    void cap() {
        List<ManagedFieldsEntry> updaters = new ArrayList<>();
        for (ManagedFieldsEntry claim : claims.values()) {
            if (!claim.owner().applies()) {
                updaters.add(claim);
            }
        }
        if (updaters.size() <= MOST_UPDATERS) {
            return;
        }
        updaters.sort(Comparator.comparing(ManagedFieldsEntry::time)
                .thenComparing(claim -> claim.owner().key()));
        Map<String, ManagedFieldsEntry> firsts = new HashMap<>();
        int left = updaters.size();
        for (ManagedFieldsEntry updater : updaters) {
            if (left <= MOST_UPDATERS) {
                return;
            }
            String version = updater.apiVersion();
            ManagedFieldsEntry first = firsts.putIfAbsent(version, updater);
            if (first != null) {
                Owner bucket = new Owner(OLDEST, false, version, "");
                FieldSet others = Optional.ofNullable(claims.get(bucket))
                        .orElseGet(() -> {
                            claims.remove(first.owner());
                            return first;
                        })
                        .fields();
                claims.remove(updater.owner());
                put(ManagedFieldsEntry.of(
                        bucket, version, updater.time(), updater.fields().union(others)));
                left--;
            }
        }
    }

    /// Writes them into the object.
    void writeTo(ObjectNode object) {
        ObjectNode metadata = JsonTree.ensure(object, "metadata");
        if (claims.isEmpty()) {
            metadata.remove("managedFields");
            return;
        }
        List<ManagedFieldsEntry> sorted = new ArrayList<>(claims.values());
        sorted.sort(ORDER);
        ArrayNode entries = Json.list();
        for (ManagedFieldsEntry claim : sorted) {
            entries.add(claim.encode());
        }
        metadata.set("managedFields", entries);
    }
}
