package dev.stowage.cel;

import static dev.stowage.cel.CelType.ANY;
import static dev.stowage.cel.CelType.BOOLEAN;
import static dev.stowage.cel.CelType.DURATION;
import static dev.stowage.cel.CelType.INTEGER;
import static dev.stowage.cel.CelType.NUMBER;
import static dev.stowage.cel.CelType.TEXT;
import static dev.stowage.cel.CelType.TIME;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// Operators: comparison, arithmetic, and access to lists and maps.
final class OperatorFunctions {
    private static final CelType LIST = CelType.list(ANY);
    private static final CelType MAP = CelType.map(ANY);

    private OperatorFunctions() {}

    @FunctionalInterface
    private interface Whole {
        long of(long one, long other);
    }

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.plain(
                "_==_",
                List.of(ANY, ANY),
                BOOLEAN,
                (a, costMeter) -> CelComparison.same(a.get(0), a.get(1), costMeter));
        functionLibrary.plain(
                "_!=_",
                List.of(ANY, ANY),
                BOOLEAN,
                (a, costMeter) -> !CelComparison.same(a.get(0), a.get(1), costMeter));
        functionLibrary.plain("!_", List.of(BOOLEAN), BOOLEAN, (a, _) -> !(Boolean) a.getFirst());
        functionLibrary.plain(
                "-_", List.of(INTEGER), INTEGER, (a, _) -> whole((x, _) -> Math.negateExact(x), a.get(0), 0L));
        functionLibrary.plain("-_", List.of(NUMBER), NUMBER, (a, _) -> -(Double) a.getFirst());
        compare(functionLibrary, "_<_", order -> order < 0);
        compare(functionLibrary, "_<=_", order -> order <= 0);
        compare(functionLibrary, "_>_", order -> order > 0);
        compare(functionLibrary, "_>=_", order -> order >= 0);
        reckon(functionLibrary);
        times(functionLibrary);
        collections(functionLibrary);
    }

    private static void compare(FunctionLibrary functionLibrary, String name, IntPredicate test) {
        functionLibrary.plain(
                name,
                List.of(ANY, ANY),
                BOOLEAN,
                (a, costMeter) -> test.test(CelComparison.compare(a.get(0), a.get(1), costMeter)));
    }

    private static void reckon(FunctionLibrary functionLibrary) {
        List<CelType> whole = List.of(INTEGER, INTEGER);
        functionLibrary.plain("_+_", whole, INTEGER, (a, _) -> whole(Math::addExact, a.get(0), a.get(1)));
        functionLibrary.plain("_-_", whole, INTEGER, (a, _) -> whole(Math::subtractExact, a.get(0), a.get(1)));
        functionLibrary.plain("_*_", whole, INTEGER, (a, _) -> whole(Math::multiplyExact, a.get(0), a.get(1)));
        functionLibrary.plain("_/_", whole, INTEGER, (a, _) -> {
            notZero(a.get(1), "division by zero");
            return whole(Math::divideExact, a.get(0), a.get(1));
        });
        functionLibrary.plain(
                "_%_",
                whole, INTEGER, (a, _) -> {
                    notZero(a.get(1), "modulus by zero");
                    return (Long) a.get(0) % (Long) a.get(1);
                });
        List<CelType> real = List.of(NUMBER, NUMBER);
        functionLibrary.plain("_+_", real, NUMBER, (a, _) -> (Double) a.get(0) + (Double) a.get(1));
        functionLibrary.plain("_-_", real, NUMBER, (a, _) -> (Double) a.get(0) - (Double) a.get(1));
        functionLibrary.plain("_*_", real, NUMBER, (a, _) -> (Double) a.get(0) * (Double) a.get(1));
        functionLibrary.plain("_/_", real, NUMBER, (a, _) -> (Double) a.get(0) / (Double) a.get(1));
        functionLibrary.plain("_+_", List.of(TEXT, TEXT), TEXT, (a, costMeter) -> {
            String sum = (String) a.get(0) + (String) a.get(1);
            costMeter.text(sum.length());
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

    private static void times(FunctionLibrary functionLibrary) {
        functionLibrary.plain(
                "_+_", List.of(TIME, DURATION), TIME, (a, _) -> later((Instant) a.get(0), (Duration) a.get(1)));
        functionLibrary.plain(
                "_+_", List.of(DURATION, TIME), TIME, (a, _) -> later((Instant) a.get(1), (Duration) a.get(0)));
        functionLibrary.plain(
                "_-_",
                List.of(TIME, DURATION),
                TIME,
                (a, _) -> later((Instant) a.get(0), ((Duration) a.get(1)).negated()));
        functionLibrary.plain(
                "_-_",
                List.of(TIME, TIME),
                DURATION,
                (a, _) -> TimeLimits.require(Duration.between((Instant) a.get(1), (Instant) a.get(0))));
        List<CelType> spans = List.of(DURATION, DURATION);
        functionLibrary.plain(
                "_+_", spans, DURATION, (a, _) -> TimeLimits.require(((Duration) a.get(0)).plus((Duration) a.get(1))));
        functionLibrary.plain(
                "_-_", spans, DURATION, (a, _) -> TimeLimits.require(((Duration) a.get(0)).minus((Duration) a.get(1))));
    }

    private static Instant later(Instant time, Duration span) throws EvaluationException {
        return TimeLimits.require(time.plus(span));
    }

    private static void collections(FunctionLibrary functionLibrary) {
        functionLibrary.plain("_+_", List.of(LIST, LIST), List::getFirst, (a, costMeter) -> {
            List<?> one = (List<?>) a.get(0);
            List<?> other = (List<?>) a.get(1);
            costMeter.take(one.size() + other.size());
            if (one instanceof JsonList first && other instanceof JsonList second && first.isKeyed()) {
                return AssociativeLists.plus(first, second);
            }
            List<Object> sum = new ArrayList<>(one);
            sum.addAll(other);
            return sum;
        });
        functionLibrary.plain("@in", List.of(ANY, LIST), BOOLEAN, (a, costMeter) -> {
            for (Object item : (List<?>) a.get(1)) {
                if (CelComparison.same(item, a.get(0), costMeter)) {
                    return true;
                }
            }
            return false;
        });
        functionLibrary.plain(
                "@in",
                List.of(ANY, MAP),
                BOOLEAN,
                (a, costMeter) -> ((Map<?, ?>) a.get(1)).containsKey(MapKeys.require(a.get(0), costMeter)));
        functionLibrary.plain(
                "_[_]", List.of(LIST, INTEGER), shapes -> shapes.getFirst().item(), (a, _) -> {
                    List<?> list = (List<?>) a.get(0);
                    long index = (Long) a.get(1);
                    if (index < 0 || index >= list.size()) {
                        throw new EvaluationException("index out of bounds: " + index);
                    }
                    return list.get((int) index);
                });
        functionLibrary.plain(
                "_[_]", List.of(MAP, ANY), shapes -> shapes.getFirst().item(), (a, costMeter) -> {
                    Object value = ((Map<?, ?>) a.get(0)).get(MapKeys.require(a.get(1), costMeter));
                    if (value == null) {
                        throw new EvaluationException("no such key: " + a.get(1));
                    }
                    return value;
                });
    }
}
