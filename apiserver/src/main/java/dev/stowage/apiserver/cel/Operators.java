package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.ANY;
import static dev.stowage.apiserver.cel.Shape.BOOLEAN;
import static dev.stowage.apiserver.cel.Shape.DURATION;
import static dev.stowage.apiserver.cel.Shape.INTEGER;
import static dev.stowage.apiserver.cel.Shape.NUMBER;
import static dev.stowage.apiserver.cel.Shape.TEXT;
import static dev.stowage.apiserver.cel.Shape.TIME;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// Comparing, reckoning, and looking into lists and maps.
final class Operators {
    private static final Shape LIST = Shape.list(ANY);
    private static final Shape MAP = Shape.map(ANY);

    private Operators() {}

    @FunctionalInterface
    private interface Whole {
        long of(long one, long other);
    }

    static void addTo(Library library) {
        library.plain("_==_", List.of(ANY, ANY), BOOLEAN, (a, meter) -> Values.same(a.get(0), a.get(1), meter));
        library.plain("_!=_", List.of(ANY, ANY), BOOLEAN, (a, meter) -> !Values.same(a.get(0), a.get(1), meter));
        library.plain("!_", List.of(BOOLEAN), BOOLEAN, (a, _) -> !(Boolean) a.getFirst());
        library.plain("-_", List.of(INTEGER), INTEGER, (a, _) -> whole((x, _) -> Math.negateExact(x), a.get(0), 0L));
        library.plain("-_", List.of(NUMBER), NUMBER, (a, _) -> -(Double) a.getFirst());
        compare(library, "_<_", order -> order < 0);
        compare(library, "_<=_", order -> order <= 0);
        compare(library, "_>_", order -> order > 0);
        compare(library, "_>=_", order -> order >= 0);
        reckon(library);
        times(library);
        collections(library);
    }

    private static void compare(Library library, String name, IntPredicate test) {
        library.plain(name, List.of(ANY, ANY), BOOLEAN, (a, meter) -> {
            meter.take(1);
            if (a.get(0) instanceof String text) {
                meter.text(text.length());
            }
            return test.test(Values.compare(a.get(0), a.get(1)));
        });
    }

    private static void reckon(Library library) {
        List<Shape> whole = List.of(INTEGER, INTEGER);
        library.plain("_+_", whole, INTEGER, (a, _) -> whole(Math::addExact, a.get(0), a.get(1)));
        library.plain("_-_", whole, INTEGER, (a, _) -> whole(Math::subtractExact, a.get(0), a.get(1)));
        library.plain("_*_", whole, INTEGER, (a, _) -> whole(Math::multiplyExact, a.get(0), a.get(1)));
        library.plain("_/_", whole, INTEGER, (a, _) -> {
            notZero(a.get(1), "division by zero");
            return whole(Math::divideExact, a.get(0), a.get(1));
        });
        library.plain(
                "_%_",
                whole, INTEGER, (a, _) -> {
                    notZero(a.get(1), "modulus by zero");
                    return (Long) a.get(0) % (Long) a.get(1);
                });
        List<Shape> real = List.of(NUMBER, NUMBER);
        library.plain("_+_", real, NUMBER, (a, _) -> (Double) a.get(0) + (Double) a.get(1));
        library.plain("_-_", real, NUMBER, (a, _) -> (Double) a.get(0) - (Double) a.get(1));
        library.plain("_*_", real, NUMBER, (a, _) -> (Double) a.get(0) * (Double) a.get(1));
        library.plain("_/_", real, NUMBER, (a, _) -> (Double) a.get(0) / (Double) a.get(1));
        library.plain("_+_", List.of(TEXT, TEXT), TEXT, (a, meter) -> {
            String sum = (String) a.get(0) + (String) a.get(1);
            meter.text(sum.length());
            return sum;
        });
    }

    private static void notZero(Object divisor, String otherwise) throws EvaluationException {
        if ((Long) divisor == 0) {
            throw new EvaluationException(otherwise);
        }
    }

    private static Object whole(Whole operation, Object one, Object other) throws EvaluationException {
        try {
            return operation.of((Long) one, (Long) other);
        } catch (ArithmeticException _) {
            throw new EvaluationException("integer overflow");
        }
    }

    private static void times(Library library) {
        library.plain("_+_", List.of(TIME, DURATION), TIME, (a, _) -> ((Instant) a.get(0)).plus((Duration) a.get(1)));
        library.plain("_+_", List.of(DURATION, TIME), TIME, (a, _) -> ((Instant) a.get(1)).plus((Duration) a.get(0)));
        library.plain("_-_", List.of(TIME, DURATION), TIME, (a, _) -> ((Instant) a.get(0)).minus((Duration) a.get(1)));
        library.plain(
                "_-_",
                List.of(TIME, TIME),
                DURATION,
                (a, _) -> Duration.between((Instant) a.get(1), (Instant) a.get(0)));
        List<Shape> spans = List.of(DURATION, DURATION);
        library.plain("_+_", spans, DURATION, (a, _) -> ((Duration) a.get(0)).plus((Duration) a.get(1)));
        library.plain("_-_", spans, DURATION, (a, _) -> ((Duration) a.get(0)).minus((Duration) a.get(1)));
    }

    private static void collections(Library library) {
        library.plain("_+_", List.of(LIST, LIST), List::getFirst, (a, meter) -> {
            List<?> one = (List<?>) a.get(0);
            List<?> other = (List<?>) a.get(1);
            meter.take(one.size() + other.size());
            if (one instanceof JsonList first && other instanceof JsonList second && first.isKeyed()) {
                return Keyed.plus(first, second);
            }
            List<Object> sum = new ArrayList<>(one);
            sum.addAll(other);
            return sum;
        });
        library.plain("@in", List.of(ANY, LIST), BOOLEAN, (a, meter) -> {
            for (Object item : (List<?>) a.get(1)) {
                if (Values.same(item, a.get(0), meter)) {
                    return true;
                }
            }
            return false;
        });
        library.plain("@in", List.of(ANY, MAP), BOOLEAN, (a, _) -> ((Map<?, ?>) a.get(1)).containsKey(a.get(0)));
        library.plain(
                "_[_]", List.of(LIST, INTEGER), shapes -> shapes.getFirst().item(), (a, _) -> {
                    List<?> list = (List<?>) a.get(0);
                    long index = (Long) a.get(1);
                    if (index < 0 || index >= list.size()) {
                        throw new EvaluationException("index out of bounds: " + index);
                    }
                    return list.get((int) index);
                });
        library.plain("_[_]", List.of(MAP, ANY), shapes -> shapes.getFirst().item(), (a, _) -> {
            Object value = ((Map<?, ?>) a.get(0)).get(a.get(1));
            if (value == null) {
                throw new EvaluationException("no such key: " + a.get(1));
            }
            return value;
        });
    }
}
