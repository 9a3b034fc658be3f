package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/// The metadata of an object, which the server manages for every kind.
final class ObjectMetadata {
    private static final String[] ORDER = {
        "name",
        "generateName",
        "namespace",
        "uid",
        "resourceVersion",
        "generation",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "labels",
        "annotations",
        "ownerReferences",
        "finalizers",
        "managedFields"
    };

    private ObjectMetadata() {}

    static ObjectNode of(ObjectNode object) {
        return JsonTree.ensure(object, "metadata");
    }

    static String time(Instant when) {
        return when.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// Sets the metadata of a new object, and clears fields that only the server sets.
    static void begin(ObjectNode object, Instant now, boolean counted) {
        ObjectNode metadata = of(object);
        metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "generation"));
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", time(now));
        if (counted) {
            metadata.put("generation", 1);
        }
        tidy(object);
    }

    /// Copies fields that a writer omitted from the old state.
    static void inherit(ObjectNode object, ObjectNode old) {
        ObjectNode metadata = of(object);
        JsonNode before = old.path("metadata");
        for (String field :
                new String[] {"uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
            if (!JsonTree.has(metadata, field) && before.has(field)) {
                metadata.set(field, before.get(field));
            }
        }
        copy(metadata, before, "generation");
        metadata.remove("selfLink");
        tidy(object);
    }

    static void copy(ObjectNode into, JsonNode from, String field) {
        JsonNode value = from.get(field);
        if (value == null) {
            into.remove(field);
        } else {
            into.set(field, value);
        }
    }

    /// In the usual order, without empty fields.
    private static void tidy(ObjectNode object) {
        ObjectNode metadata = of(object);
        metadata.removeIf(
                value -> value.isNull() || (value.isContainerNode() && value.isEmpty()) || isEmptyText(value));
        ObjectNode ordered = Json.object();
        for (String field : ORDER) {
            if (metadata.has(field)) {
                ordered.set(field, metadata.get(field));
            }
        }
        metadata.properties().forEach(field -> ordered.set(field.getKey(), field.getValue()));
        object.set("metadata", ordered);
    }

    private static boolean isEmptyText(JsonNode value) {
        return value.isTextual() && value.textValue().isEmpty();
    }
}
