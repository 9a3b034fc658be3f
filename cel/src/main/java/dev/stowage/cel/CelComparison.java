package dev.stowage.cel;

import dev.stowage.cel.CelType.Kind;
import dev.stowage.cel.CelValues.OptionalValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Compares values. What is read is paid for, because a value can be large, and contain another one many times.
final class CelComparison {
    /// Expressions can put lists into lists again and again, and the comparison recurses into them.
    static final int DEEPEST = 300;

    private CelComparison() {}

    static boolean same(Object one, Object other, CostMeter costMeter) throws EvaluationException {
        return same(one, other, DEEPEST, costMeter);
    }

    /// @param depth how many levels may still follow
    static boolean same(Object one, Object other, int depth, CostMeter costMeter) throws EvaluationException {
        if (depth == 0) {
            throw new EvaluationException("value nests too deeply");
        }
        costMeter.take(1);
        return switch (one) {
            case Number _ when other instanceof Number -> !isNan(one) && !isNan(other) && numbers(one, other) == 0;
            case String text
            when other instanceof String second -> {
                costMeter.text(Math.min(text.length(), second.length()));
                yield text.equals(second);
            }
            case JsonList list
            when other instanceof JsonList second && list.isKeyed() ->
                AssociativeLists.same(list, second, depth - 1, costMeter);
            case List<?> list when other instanceof List<?> second -> sameLists(list, second, depth - 1, costMeter);
            case Map<?, ?> map when other instanceof Map<?, ?> second -> sameMaps(map, second, depth - 1, costMeter);
            case OptionalValue optionalValue
            when other instanceof OptionalValue second ->
                optionalValue.value().isPresent() == second.value().isPresent()
                        && (optionalValue.value().isEmpty()
                                || same(
                                        optionalValue.value().get(),
                                        second.value().orElse(CelValues.NULL),
                                        depth - 1,
                                        costMeter));
            default ->
                areBytes(one, other)
                        ? CelValues.bytes(one, costMeter).equals(CelValues.bytes(other, costMeter))
                        : one.equals(other);
        };
    }

    private static boolean areBytes(Object one, Object other) {
        return CelValues.kind(one) == Kind.BYTES && CelValues.kind(other) == Kind.BYTES;
    }

    private static boolean sameLists(List<?> one, List<?> other, int depth, CostMeter costMeter)
            throws EvaluationException {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i), depth, costMeter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameMaps(Map<?, ?> one, Map<?, ?> other, int depth, CostMeter costMeter)
            throws EvaluationException {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<?, ?> entry : one.entrySet()) {
            Object second = other.get(entry.getKey());
            if (second == null || !same(entry.getValue(), second, depth, costMeter)) {
                return false;
            }
        }
        return true;
    }

    /// Compares two values of the same type.
    static int compare(Object one, Object other, CostMeter costMeter) throws EvaluationException {
        costMeter.take(1);
        if (isNan(one) || isNan(other)) {
            throw new EvaluationException("NaN values cannot be ordered");
        }
        return switch (one) {
            case Number _ when other instanceof Number -> numbers(one, other);
            case String text
            when other instanceof String second -> {
                costMeter.text(Math.min(text.length(), second.length()));
                yield text.compareTo(second);
            }
            case Boolean flag when other instanceof Boolean second -> flag.compareTo(second);
            case Instant time when other instanceof Instant second -> time.compareTo(second);
            case Duration span when other instanceof Duration second -> span.compareTo(second);
            default -> {
                if (!areBytes(one, other)) {
                    throw new EvaluationException("no such overload");
                }
                yield CelValues.bytes(one, costMeter).compareTo(CelValues.bytes(other, costMeter));
            }
        };
    }

    private static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    private static int numbers(Object one, Object other) {
        if (one instanceof Long first && other instanceof Long second) {
            return Long.compare(first, second);
        }
        boolean infinite = isInfinite(one) || isInfinite(other);
        return infinite
                ? Double.compare(((Number) one).doubleValue(), ((Number) other).doubleValue())
                : decimal(one).compareTo(decimal(other));
    }

    private static boolean isInfinite(Object value) {
        return value instanceof Double number && number.isInfinite();
    }

    private static BigDecimal decimal(Object number) {
        return switch (number) {
            case BigDecimal decimal -> decimal;
            case Double real -> BigDecimal.valueOf(real);
            default -> BigDecimal.valueOf(((Number) number).longValue());
        };
    }
}
