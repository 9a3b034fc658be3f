package dev.stowage.apiserver.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apply.Claim.Owner;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who owns the fields of one object.
final class Claims {
    private static final int MOST_UPDATERS = 10;
    private static final String OLDEST = "ancient-changes";
    private static final Comparator<Claim> ORDER = Comparator.comparing(
                    (Claim claim) -> !claim.owner().applies())
            .thenComparing(Claim::time)
            .thenComparing(claim -> claim.owner().manager())
            .thenComparing(Claim::apiVersion)
            .thenComparing(claim -> claim.owner().subresource());

    private final Map<Owner, Claim> claims = new LinkedHashMap<>();

    /// Those that this server wrote into an object.
    static Claims stored(@Nullable ObjectNode object) {
        Claims claims = new Claims();
        if (object != null) {
            for (JsonNode entry : Tree.list(object, "metadata", "managedFields")) {
                if (entry instanceof ObjectNode known) {
                    claims.put(Claim.stored(known));
                }
            }
        }
        return claims;
    }

    /// Those that a client sent; empty when they cannot be read.
    static Optional<Claims> sent(JsonNode list) {
        Claims claims = new Claims();
        try {
            for (JsonNode entry : list) {
                String operation = Tree.text(entry, "operation");
                boolean known = operation.equals("Apply") || operation.equals("Update");
                boolean versioned = !Tree.text(entry, "apiVersion").isEmpty();
                if (!known || !versioned || !Tree.text(entry, "fieldsType").equals("FieldsV1")) {
                    return Optional.empty();
                }
                claims.put(Claim.sent(entry));
            }
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
        return Optional.of(claims);
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }

    List<Claim> all() {
        return List.copyOf(claims.values());
    }

    Optional<Claim> find(Owner owner) {
        return Optional.ofNullable(claims.get(owner));
    }

    void put(Claim claim) {
        claims.put(claim.owner(), claim);
    }

    /// Changes the fields of an owner; one without fields goes.
    void give(Claim claim, FieldSet fields) {
        if (fields.isEmpty()) {
            claims.remove(claim.owner());
        } else {
            put(claim.with(fields));
        }
    }

    /// Adds fields to those of an owner, which wrote just now. Most write the same fields again and again.
    void take(Owner owner, FieldSet taken, Writer writer) {
        Claim known = claims.get(owner);
        String time = writer.now().toString();
        if (known != null && known.contains(taken)) {
            put(known.at(time));
        } else {
            FieldSet all = known == null ? taken : known.fields().union(taken);
            put(Claim.of(owner, writer.apiVersion(), time, all));
        }
    }

    FieldSet union() {
        FieldSet all = FieldSet.EMPTY;
        for (Claim claim : claims.values()) {
            all = all.union(claim.fields());
        }
        return all;
    }

    /// Joins the oldest of many updaters.
    void cap() {
        List<Claim> updaters = new ArrayList<>();
        for (Claim claim : claims.values()) {
            if (!claim.owner().applies()) {
                updaters.add(claim);
            }
        }
        if (updaters.size() <= MOST_UPDATERS) {
            return;
        }
        updaters.sort(Comparator.comparing(Claim::time)
                .thenComparing(claim -> claim.owner().key()));
        Map<String, Claim> firsts = new HashMap<>();
        int left = updaters.size();
        for (Claim updater : updaters) {
            if (left <= MOST_UPDATERS) {
                return;
            }
            String version = updater.apiVersion();
            Claim first = firsts.putIfAbsent(version, updater);
            if (first != null) {
                Owner bucket = new Owner(OLDEST, false, version, "");
                FieldSet others = Optional.ofNullable(claims.get(bucket))
                        .orElseGet(() -> {
                            claims.remove(first.owner());
                            return first;
                        })
                        .fields();
                claims.remove(updater.owner());
                put(Claim.of(bucket, version, updater.time(), updater.fields().union(others)));
                left--;
            }
        }
    }

    /// Writes them into the object.
    void writeTo(ObjectNode object) {
        ObjectNode metadata = Tree.ensure(object, "metadata");
        if (claims.isEmpty()) {
            metadata.remove("managedFields");
            return;
        }
        List<Claim> sorted = new ArrayList<>(claims.values());
        sorted.sort(ORDER);
        ArrayNode entries = Json.list();
        for (Claim claim : sorted) {
            entries.add(claim.encode());
        }
        metadata.set("managedFields", entries);
    }
}
