package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.GoText;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonEquality;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The lists of a strategic merge patch: atomic ones are replaced, others are merged as sets or by the key of
/// their items.
final class StrategicList {
    private StrategicList() {}

    /// @param deleting whether the patch lists items to delete
    static ArrayNode merged(ArrayNode original, ArrayNode change, Schema type, boolean deleting) throws ApiException {
        boolean merges = type instanceof Schema.Sequence sequence && sequence.patchMerges();
        if (!merges && !deleting) {
            return change;
        }
        if (original.isEmpty() && change.isEmpty()) {
            return original;
        }
        boolean objects = ofObjects(original, change);
        String key = key(type);
        if (!objects) {
            return deleting ? without(original, change) : scalars(original, change, key);
        }
        if (key.isEmpty()) {
            throw PatchErrors.unexpected("cannot merge lists without merge key for struct");
        }
        List<JsonNode> kept = new ArrayList<>(original.size());
        original.forEach(kept::add);
        List<JsonNode> plain = new ArrayList<>(change.size());
        if (isReplaced(kept, plain, change, key)) {
            kept = plain;
            plain = List.of();
        }
        List<JsonNode> order = List.copyOf(kept);
        lay(kept, plain, key, ((Schema.Sequence) type).items());
        return StrategicOrder.arranged(kept, plain, order, key);
    }

    static String key(Schema type) {
        return type instanceof Schema.Sequence sequence ? sequence.patchKey().orElse("") : "";
    }

    private static ArrayNode scalars(ArrayNode original, ArrayNode change, String key) throws ApiException {
        Set<Object> seen = new HashSet<>();
        List<JsonNode> both = new ArrayList<>(original.size() + change.size());
        List<JsonNode> known = new ArrayList<>(original.size());
        List<JsonNode> more = new ArrayList<>(change.size());
        original.forEach(known::add);
        change.forEach(more::add);
        for (List<JsonNode> side : List.of(known, more)) {
            for (JsonNode item : side) {
                if (seen.add(JsonEquality.key(item))) {
                    both.add(item);
                }
            }
        }
        return StrategicOrder.arranged(both, more, known, key);
    }

    private static ArrayNode without(ArrayNode original, ArrayNode gone) {
        Set<Object> keys = new HashSet<>();
        gone.forEach(item -> keys.add(JsonEquality.key(item)));
        ArrayNode left = Json.list();
        for (JsonNode item : original) {
            if (!keys.contains(JsonEquality.key(item))) {
                left.add(item);
            }
        }
        return left;
    }

    /// Applies the deletions of the patch, and collects the items without a directive.
    private static boolean isReplaced(List<JsonNode> kept, List<JsonNode> plain, ArrayNode change, String key)
            throws ApiException {
        boolean replaced = false;
        Set<Object> gone = new HashSet<>();
        for (JsonNode item : change) {
            ObjectNode object = (ObjectNode) item;
            JsonNode directive = object.get(StrategicMerge.PATCH);
            if (directive == null) {
                plain.add(object);
                continue;
            }
            switch (directive.asText()) {
                case "delete" -> gone.add(JsonEquality.key(keyOf(object, key)));
                case "replace" -> replaced = true;
                case "merge" -> throw PatchErrors.unexpected("merging lists cannot yet be specified in the patch");
                default -> throw StrategicMerge.unknown(directive, object);
            }
        }
        kept.removeIf(item -> gone.contains(JsonEquality.key(item.path(key))));
        return replaced;
    }

    private static void lay(List<JsonNode> kept, List<JsonNode> changes, String key, Schema items) throws ApiException {
        Map<Object, Integer> places = HashMap.newHashMap(kept.size());
        for (int i = 0; i < kept.size(); i++) {
            places.putIfAbsent(JsonEquality.key(kept.get(i).path(key)), i);
        }
        for (JsonNode change : changes) {
            ObjectNode object = (ObjectNode) change;
            Integer at = places.putIfAbsent(JsonEquality.key(keyOf(object, key)), kept.size());
            if (at == null) {
                MergePatch.withoutNulls(object);
                kept.add(object);
            } else {
                kept.set(at, StrategicMerge.merge((ObjectNode) kept.get(at), object, items));
            }
        }
    }

    static JsonNode keyOf(JsonNode item, String key) throws ApiException {
        JsonNode value = item.get(key);
        if (value == null) {
            throw PatchErrors.unexpected(
                    "map: %s does not contain declared merge key: %s".formatted(GoText.of(item), key));
        }
        return value;
    }

    /// Whether the items of both lists are objects; all items must have the same type.
    static boolean ofObjects(ArrayNode original, ArrayNode change) throws ApiException {
        String first = "";
        for (ArrayNode side : List.of(original, change)) {
            for (JsonNode item : side) {
                String type = GoText.type(item);
                if (item.isArray()) {
                    throw PatchErrors.cannotBeApplied();
                }
                if (!first.isEmpty() && !first.equals(type)) {
                    throw PatchErrors.unexpected("list element types are not identical: [%s %s]"
                            .formatted(GoText.of(original), GoText.of(change)));
                }
                first = type;
            }
        }
        if (first.isEmpty()) {
            throw PatchErrors.unexpected("no elements in any of the given slices");
        }
        return first.startsWith("map");
    }
}
