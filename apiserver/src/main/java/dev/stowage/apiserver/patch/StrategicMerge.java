package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.GoText;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Merges a patch into an object. The patch may contain directives: `$patch` for a whole object or item,
/// `$retainKeys` for the fields that stay, `$deleteFromPrimitiveList/x` and `$setElementOrder/x` for the list
/// `x` beside them.
final class StrategicMerge {
    static final String PATCH = "$patch";
    private static final String RETAIN = "$retainKeys";
    private static final String DELETE = "$deleteFromPrimitiveList";
    private static final String ORDER = "$setElementOrder";

    private StrategicMerge() {}

    /// @param change is modified
    static ObjectNode apply(ObjectNode change, ObjectNode current, Schema schema) throws ApiException {
        return merge(current.deepCopy(), change, schema);
    }

    /// Both trees are modified.
    static ObjectNode merge(ObjectNode original, ObjectNode change, Schema schema) throws ApiException {
        JsonNode directive = change.get(PATCH);
        if (directive != null) {
            return whole(directive, change);
        }
        retain(original, change);
        order(original, change, schema);
        for (Map.Entry<String, JsonNode> field : change.properties()) {
            boolean deleting = field.getKey().startsWith(DELETE);
            String key = deleting
                    ? listKey(field.getKey(), DELETE, "invalid patch format of primitive list")
                    : field.getKey();
            JsonNode value = field.getValue();
            if (value.isNull()) {
                original.remove(key);
                continue;
            }
            JsonNode known = original.get(key);
            if (known instanceof ObjectNode object && value instanceof ObjectNode more) {
                original.set(key, replaces(schema, key) ? more : merge(object, more, field(schema, key)));
            } else if (known instanceof ArrayNode list && value instanceof ArrayNode more) {
                Schema type = field(schema, key);
                original.set(key, StrategicList.merged(list, more, type, deleting));
            } else if (!deleting) {
                MergePatch.withoutNulls(value);
                if (withoutDirectives(value)) {
                    original.set(key, value);
                } else {
                    original.remove(key);
                }
            }
        }
        return original;
    }

    private static ObjectNode whole(JsonNode directive, ObjectNode change) throws ApiException {
        return switch (directive.asText()) {
            case "replace" -> {
                change.remove(PATCH);
                yield change;
            }
            case "delete" -> change.removeAll();
            default -> throw unknown(directive, change);
        };
    }

    static ApiException unknown(JsonNode directive, ObjectNode change) {
        return PatchErrors.unexpected(
                "unknown patch type: %s in map: %s".formatted(GoText.of(directive), GoText.of(change)));
    }

    private static void retain(ObjectNode original, ObjectNode change) throws ApiException {
        JsonNode retained = change.remove(RETAIN);
        if (retained == null) {
            return;
        }
        if (!retained.isArray()) {
            throw ApiException.badRequest("invalid patch format of retainKeys");
        }
        Set<String> keys = new HashSet<>();
        retained.forEach(key -> keys.add(key.asText()));
        for (Map.Entry<String, JsonNode> field : change.properties()) {
            String key = field.getKey();
            boolean sets = !field.getValue().isNull() && !key.startsWith(DELETE) && !key.startsWith(ORDER);
            if (sets && !keys.contains(key)) {
                throw ApiException.badRequest("invalid patch format of retainKeys");
            }
        }
        original.properties().removeIf(field -> !keys.contains(field.getKey()));
    }

    /// Merges the lists for which the patch sets an order, and removes them from the patch.
    private static void order(ObjectNode original, ObjectNode change, Schema schema) throws ApiException {
        List<String> directives = new ArrayList<>();
        change.fieldNames().forEachRemaining(key -> {
            if (key.startsWith(ORDER)) {
                directives.add(key);
            }
        });
        for (String directive : directives) {
            ArrayNode order = list(change.remove(directive));
            String key = listKey(directive, ORDER, "invalid patch format of setElementOrder list");
            ArrayNode known = original.has(key) ? list(original.get(key)) : null;
            ArrayNode more = change.has(key) ? list(change.get(key)) : null;
            Schema type = field(schema, key);
            if (known != null || more != null) {
                if (known == null && more != null) {
                    MergePatch.withoutNulls(more);
                    withoutDirectives(more);
                }
                original.set(key, StrategicOrder.ordered(known, more, order, type));
                change.remove(key);
            }
        }
    }

    private static ArrayNode list(JsonNode value) throws ApiException {
        if (value instanceof ArrayNode list) {
            return list;
        }
        throw PatchErrors.unexpected("expected a []interface {}, but received a %s".formatted(GoText.type(value)));
    }

    private static String listKey(String directive, String prefix, String violation) throws ApiException {
        if (!directive.startsWith(prefix + "/")) {
            throw ApiException.badRequest(violation);
        }
        return directive.substring(prefix.length() + 1);
    }

    private static boolean replaces(Schema schema, String key) {
        return schema instanceof Schema.Struct struct
                && struct.field(key).map(Schema.Field::replaced).orElse(false);
    }

    private static Schema field(Schema schema, String key) throws ApiException {
        return switch (schema) {
            case Schema.Struct struct -> {
                Schema.Field field = struct.fields().get(key);
                if (field == null) {
                    String name = struct.name().substring(struct.name().lastIndexOf('.') + 1);
                    throw PatchErrors.unexpected(
                            "unable to find api field in struct %s for the json field \"%s\"".formatted(name, key));
                }
                yield field.type();
            }
            case Schema.Mapping _ ->
                throw PatchErrors.unexpected("merging an object in json but data type is not struct, instead is: map");
            case Schema.AnyJson _, Schema.Sequence _, Schema.Scalar _ -> new Schema.AnyJson();
        };
    }

    /// Removes directives from a value without a counterpart to merge with. False if nothing is left.
    private static boolean withoutDirectives(JsonNode value) {
        if (value instanceof ObjectNode object) {
            if (object.has(PATCH)) {
                return false;
            }
            object.properties().removeIf(field -> !withoutDirectives(field.getValue()));
        } else if (value instanceof ArrayNode list) {
            for (int i = list.size() - 1; i >= 0; i--) {
                if (!withoutDirectives(list.get(i))) {
                    list.remove(i);
                }
            }
        }
        return true;
    }
}
