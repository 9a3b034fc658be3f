package dev.stowage.cel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Lists that are sets, or maps by some fields of their items: their order does not matter.
final class AssociativeLists {
    private AssociativeLists() {}

    /// @param depth how many levels may still follow
    static boolean same(JsonList one, JsonList other, int depth, CostMeter costMeter) throws EvaluationException {
        if (one.size() != other.size()) {
            return false;
        }
        costMeter.take(other.size());
        Map<Object, Integer> places = places(other);
        for (int i = 0; i < one.size(); i++) {
            Integer place = places.get(one.key(i));
            if (place == null || !CelComparison.same(one.get(i), other.get(place), depth, costMeter)) {
                return false;
            }
        }
        return true;
    }

    /// The first list, with its items replaced by items of the second list that have the same key, followed by
    /// the remaining items of the second list.
    static List<Object> plus(JsonList one, JsonList other) {
        Map<Object, Integer> places = places(one);
        List<Object> sum = new ArrayList<>(one);
        for (int i = 0; i < other.size(); i++) {
            Integer place = places.get(other.key(i));
            if (place == null) {
                sum.add(other.get(i));
            } else {
                sum.set(place, other.get(i));
            }
        }
        return sum;
    }

    private static Map<Object, Integer> places(JsonList list) {
        Map<Object, Integer> places = HashMap.newHashMap(list.size());
        for (int i = 0; i < list.size(); i++) {
            places.putIfAbsent(list.key(i), i);
        }
        return places;
    }
}
