package dev.stowage.cel;

import static dev.stowage.cel.CelType.ANY;
import static dev.stowage.cel.CelType.BOOLEAN;
import static dev.stowage.cel.CelType.INTEGER;

import java.util.List;
import java.util.Map;

/// Functions for lists and maps.
final class ListFunctions {
    private static final CelType LIST = CelType.list(ANY);
    private static final CelType MAP = CelType.map(ANY);

    private ListFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.plain("size", List.of(LIST), INTEGER, (a, _) -> (long) ((List<?>) a.getFirst()).size());
        functionLibrary.plain("size", List.of(MAP), INTEGER, (a, _) -> (long) ((Map<?, ?>) a.getFirst()).size());
        functionLibrary.member("size", List.of(LIST), INTEGER, (a, _) -> (long) ((List<?>) a.getFirst()).size());
        functionLibrary.member("size", List.of(MAP), INTEGER, (a, _) -> (long) ((Map<?, ?>) a.getFirst()).size());
        functionLibrary.member(
                "isSorted", List.of(LIST), BOOLEAN, (a, costMeter) -> isSorted((List<?>) a.getFirst(), costMeter));
        functionLibrary.member(
                "sum",
                List.of(LIST),
                shapes -> shapes.getFirst().item(),
                (a, costMeter) -> sum((List<?>) a.getFirst(), costMeter));
        functionLibrary.member(
                "min",
                List.of(LIST),
                shapes -> shapes.getFirst().item(),
                (a, costMeter) -> extreme((List<?>) a.getFirst(), -1, costMeter));
        functionLibrary.member(
                "max",
                List.of(LIST),
                shapes -> shapes.getFirst().item(),
                (a, costMeter) -> extreme((List<?>) a.getFirst(), 1, costMeter));
        functionLibrary.member("indexOf", List.of(LIST, ANY), INTEGER, (a, costMeter) -> find(a, 0, 1, costMeter));
        functionLibrary.member(
                "lastIndexOf",
                List.of(LIST, ANY),
                INTEGER,
                (a, costMeter) -> find(a, ((List<?>) a.getFirst()).size() - 1, -1, costMeter));
        functionLibrary.plain(
                "sets.contains",
                List.of(LIST, LIST),
                BOOLEAN,
                (a, costMeter) -> containsAll(a.get(0), a.get(1), costMeter));
        functionLibrary.plain(
                "sets.equivalent",
                List.of(LIST, LIST),
                BOOLEAN,
                (a, costMeter) ->
                        containsAll(a.get(0), a.get(1), costMeter) && containsAll(a.get(1), a.get(0), costMeter));
        functionLibrary.plain("sets.intersects", List.of(LIST, LIST), BOOLEAN, (a, costMeter) -> {
            for (Object item : (List<?>) a.get(0)) {
                if (contains((List<?>) a.get(1), item, costMeter)) {
                    return true;
                }
            }
            return false;
        });
    }

    private static boolean containsAll(Object all, Object items, CostMeter costMeter) throws EvaluationException {
        for (Object item : (List<?>) items) {
            if (!contains((List<?>) all, item, costMeter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(List<?> list, Object item, CostMeter costMeter) throws EvaluationException {
        for (Object one : list) {
            if (CelComparison.same(one, item, costMeter)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSorted(List<?> list, CostMeter costMeter) throws EvaluationException {
        for (int i = 1; i < list.size(); i++) {
            if (CelComparison.compare(list.get(i - 1), list.get(i), costMeter) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object sum(List<?> list, CostMeter costMeter) throws EvaluationException {
        Object sum = list.isEmpty() ? (Object) 0L : list.getFirst();
        for (int i = 1; i < list.size(); i++) {
            costMeter.take(1);
            sum = FunctionLibrary.call("_+_", false, List.of(sum, list.get(i)), costMeter);
        }
        return sum;
    }

    private static Object extreme(List<?> list, int direction, CostMeter costMeter) throws EvaluationException {
        if (list.isEmpty()) {
            throw new EvaluationException(direction < 0 ? "min called on empty list" : "max called on empty list");
        }
        Object found = list.getFirst();
        for (Object item : list) {
            if (Integer.signum(CelComparison.compare(item, found, costMeter)) == direction) {
                found = item;
            }
        }
        return found;
    }

    private static Object find(List<Object> arguments, int from, int step, CostMeter costMeter)
            throws EvaluationException {
        List<?> list = (List<?>) arguments.get(0);
        for (int i = from; i >= 0 && i < list.size(); i += step) {
            if (CelComparison.same(list.get(i), arguments.get(1), costMeter)) {
                return (long) i;
            }
        }
        return -1L;
    }
}
