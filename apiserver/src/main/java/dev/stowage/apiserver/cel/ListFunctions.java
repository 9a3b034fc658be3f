package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.ANY;
import static dev.stowage.apiserver.cel.Shape.BOOLEAN;
import static dev.stowage.apiserver.cel.Shape.INTEGER;

import java.util.List;
import java.util.Map;

/// About lists and maps.
final class ListFunctions {
    private static final Shape LIST = Shape.list(ANY);
    private static final Shape MAP = Shape.map(ANY);

    private ListFunctions() {}

    static void addTo(Library library) {
        library.plain("size", List.of(LIST), INTEGER, (a, _) -> (long) ((List<?>) a.getFirst()).size());
        library.plain("size", List.of(MAP), INTEGER, (a, _) -> (long) ((Map<?, ?>) a.getFirst()).size());
        library.member("size", List.of(LIST), INTEGER, (a, _) -> (long) ((List<?>) a.getFirst()).size());
        library.member("size", List.of(MAP), INTEGER, (a, _) -> (long) ((Map<?, ?>) a.getFirst()).size());
        library.member("isSorted", List.of(LIST), BOOLEAN, (a, meter) -> isSorted((List<?>) a.getFirst(), meter));
        library.member(
                "sum",
                List.of(LIST),
                shapes -> shapes.getFirst().item(),
                (a, meter) -> sum((List<?>) a.getFirst(), meter));
        library.member(
                "min",
                List.of(LIST),
                shapes -> shapes.getFirst().item(),
                (a, meter) -> extreme((List<?>) a.getFirst(), -1, meter));
        library.member(
                "max",
                List.of(LIST),
                shapes -> shapes.getFirst().item(),
                (a, meter) -> extreme((List<?>) a.getFirst(), 1, meter));
        library.member("indexOf", List.of(LIST, ANY), INTEGER, (a, meter) -> find(a, 0, 1, meter));
        library.member(
                "lastIndexOf",
                List.of(LIST, ANY),
                INTEGER,
                (a, meter) -> find(a, ((List<?>) a.getFirst()).size() - 1, -1, meter));
        library.plain(
                "sets.contains", List.of(LIST, LIST), BOOLEAN, (a, meter) -> containsAll(a.get(0), a.get(1), meter));
        library.plain(
                "sets.equivalent",
                List.of(LIST, LIST),
                BOOLEAN,
                (a, meter) -> containsAll(a.get(0), a.get(1), meter) && containsAll(a.get(1), a.get(0), meter));
        library.plain("sets.intersects", List.of(LIST, LIST), BOOLEAN, (a, meter) -> {
            for (Object item : (List<?>) a.get(0)) {
                if (contains((List<?>) a.get(1), item, meter)) {
                    return true;
                }
            }
            return false;
        });
    }

    private static boolean containsAll(Object all, Object items, Meter meter) throws EvaluationException {
        for (Object item : (List<?>) items) {
            if (!contains((List<?>) all, item, meter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(List<?> list, Object item, Meter meter) throws EvaluationException {
        for (Object one : list) {
            if (Values.same(one, item, meter)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSorted(List<?> list, Meter meter) throws EvaluationException {
        for (int i = 1; i < list.size(); i++) {
            meter.take(1);
            if (Values.compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object sum(List<?> list, Meter meter) throws EvaluationException {
        Object sum = list.isEmpty() ? (Object) 0L : list.getFirst();
        for (int i = 1; i < list.size(); i++) {
            meter.take(1);
            sum = Library.call("_+_", false, List.of(sum, list.get(i)), meter);
        }
        return sum;
    }

    private static Object extreme(List<?> list, int direction, Meter meter) throws EvaluationException {
        if (list.isEmpty()) {
            throw new EvaluationException(direction < 0 ? "min called on empty list" : "max called on empty list");
        }
        Object found = list.getFirst();
        for (Object item : list) {
            meter.take(1);
            if (Integer.signum(Values.compare(item, found)) == direction) {
                found = item;
            }
        }
        return found;
    }

    private static Object find(List<Object> arguments, int from, int step, Meter meter) throws EvaluationException {
        List<?> list = (List<?>) arguments.get(0);
        for (int i = from; i >= 0 && i < list.size(); i += step) {
            if (Values.same(list.get(i), arguments.get(1), meter)) {
                return (long) i;
            }
        }
        return -1L;
    }
}
