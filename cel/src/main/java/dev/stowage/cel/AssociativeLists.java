package dev.stowage.cel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Lists that are sets, or maps by some fields of their items: their order does not matter.
final class AssociativeLists {
    private AssociativeLists() {}

    static boolean same(JsonList one, JsonList other, CostMeter costMeter) throws EvaluationException {
        if (one.size() != other.size()) {
            return false;
        }
        Map<Object, Integer> places = places(other);
        for (int i = 0; i < one.size(); i++) {
            Integer place = places.get(one.key(i));
            if (place == null || !CelValues.same(one.get(i), other.get(place), costMeter)) {
                return false;
            }
        }
        return true;
    }

    /// The first list, its items replaced by those of the second with the same key, and then the others of
    /// the second.
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
