package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.GoText;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonEquality;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// The order of items in a merged list: items that the patch lists are in the order of the patch; the others keep
/// their previous order and are inserted between them accordingly.
final class StrategicOrder {
    private StrategicOrder() {}

    /// A list whose order the patch sets. At least one of the two lists exists.
    ///
    /// @param original is modified
    static ArrayNode ordered(@Nullable ArrayNode original, @Nullable ArrayNode change, ArrayNode order, Schema type)
            throws ApiException {
        ArrayNode known = original == null ? Json.list() : original;
        ArrayNode more = change == null ? Json.list() : change;
        String key = StrategicList.key(type);
        check(more, order, key);
        List<JsonNode> before = items(known);
        ArrayNode merged =
                original == null ? more : change == null ? known : StrategicList.merged(known, more, type, false);
        StrategicList.ofObjects(known, more);
        return arranged(items(merged), items(order), before, key);
    }

    /// Each item that the patch sets must be in the given order list, in the same sequence.
    private static void check(ArrayNode change, ArrayNode order, String key) throws ApiException {
        if (change.isEmpty() || order.isEmpty()) {
            return;
        }
        int named = 0;
        for (JsonNode item : change) {
            if (item.has(StrategicMerge.PATCH)) {
                continue;
            }
            JsonNode wanted = identity(item, key);
            while (named < order.size() && !JsonEquality.same(identity(order.get(named), key), wanted)) {
                named++;
            }
            if (named++ >= order.size()) {
                throw PatchErrors.unexpected("The order in patch list:\n%s\n doesn't match $setElementOrder list:\n%s\n"
                        .formatted(GoText.of(change), GoText.of(order)));
            }
        }
    }

    /// @param merged all items
    /// @param named in the order of the change
    /// @param before in their previous order
    static ArrayNode arranged(List<JsonNode> merged, List<JsonNode> named, List<JsonNode> before, String key)
            throws ApiException {
        Map<Object, Integer> namedAt = places(named, key);
        Map<Object, Integer> wasAt = places(before, key);
        List<JsonNode> changed = new ArrayList<>(merged.size());
        List<JsonNode> others = new ArrayList<>(merged.size());
        for (JsonNode item : merged) {
            (namedAt.containsKey(JsonEquality.key(identity(item, key))) ? changed : others).add(item);
        }
        changed.sort(Comparator.comparingInt(place(namedAt, key)));
        ToIntFunction<JsonNode> was = place(wasAt, key);
        others.sort(Comparator.comparingInt(was));
        ArrayNode all = Json.list();
        int next = 0;
        for (JsonNode item : changed) {
            int place = was.applyAsInt(item);
            while (next < others.size() && place >= 0 && isBefore(was.applyAsInt(others.get(next)), place)) {
                all.add(others.get(next++));
            }
            all.add(item);
        }
        others.subList(next, others.size()).forEach(all::add);
        return all;
    }

    private static boolean isBefore(int one, int other) {
        return one >= 0 && one < other;
    }

    private static ToIntFunction<JsonNode> place(Map<Object, Integer> places, String key) {
        return item -> places.getOrDefault(JsonEquality.key(key.isEmpty() ? item : item.path(key)), -1);
    }

    private static Map<Object, Integer> places(List<JsonNode> items, String key) throws ApiException {
        Map<Object, Integer> places = HashMap.newHashMap(items.size());
        for (JsonNode item : items) {
            if (!key.isEmpty() && !item.isObject()) {
                throw PatchErrors.unexpected("value for key %d is not a map".formatted(places.size()));
            }
            places.putIfAbsent(JsonEquality.key(identity(item, key)), places.size());
        }
        return places;
    }

    private static JsonNode identity(JsonNode item, String key) throws ApiException {
        if (key.isEmpty()) {
            return item;
        }
        if (!item.isObject()) {
            throw PatchErrors.unexpected(
                    "expected a map[string]interface {}, but received a %s".formatted(GoText.type(item)));
        }
        return StrategicList.keyOf(item, key);
    }

    private static List<JsonNode> items(ArrayNode list) {
        List<JsonNode> items = new ArrayList<>(list.size());
        list.forEach(items::add);
        return items;
    }
}
