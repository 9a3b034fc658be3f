package dev.stowage.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cel.CelType.Kind;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Values of expressions as Java objects: Boolean, Long, Double, String, ByteBuffer, Instant, Duration,
/// BigDecimal for quantities, List, Map, [OptionalValue] and [#NULL]. Lists and maps of JSON are read when they are
/// asked.
final class CelValues {
    static final Object NULL = Null.NULL;

    private enum Null {
        NULL
    }

    /// An optional value.
    record OptionalValue(Optional<Object> value) {
        static final OptionalValue NONE = new OptionalValue(Optional.empty());

        static OptionalValue of(Object value) {
            return new OptionalValue(Optional.of(value));
        }
    }

    private CelValues() {}

    static Object of(JsonNode node, CelType celType) {
        return switch (node.getNodeType()) {
            case NULL, MISSING -> NULL;
            case BOOLEAN -> node.booleanValue();
            case NUMBER ->
                celType.kind() == Kind.NUMBER || !node.isIntegralNumber() || !node.canConvertToLong()
                        ? (Object) node.doubleValue()
                        : (Object) node.longValue();
            case STRING, BINARY -> text(node.textValue(), celType);
            case ARRAY -> new JsonList((ArrayNode) node, celType);
            case OBJECT, POJO -> new JsonMap((ObjectNode) node, celType);
        };
    }

    private static Object text(String text, CelType celType) {
        try {
            return switch (celType.kind()) {
                case TIME -> time(text);
                case DURATION -> CelDurations.parse(text);
                case BYTES -> ByteBuffer.wrap(Base64.getDecoder().decode(text));
                default -> text;
            };
        } catch (DateTimeException | IllegalArgumentException | EvaluationException _) {
            return text;
        }
    }

    static Instant time(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }

    static CelType shape(Object value) {
        return CelType.of(kind(value));
    }

    static Kind kind(Object value) {
        return switch (value) {
            case Boolean _ -> Kind.BOOLEAN;
            case Long _ -> Kind.INTEGER;
            case Double _ -> Kind.NUMBER;
            case String _ -> Kind.TEXT;
            case ByteBuffer _ -> Kind.BYTES;
            case Instant _ -> Kind.TIME;
            case Duration _ -> Kind.DURATION;
            case BigDecimal _ -> Kind.QUANTITY;
            case JsonMap map when map.isObject() -> Kind.OBJECT;
            case List<?> _ -> Kind.LIST;
            case Map<?, ?> _ -> Kind.MAP;
            case OptionalValue _ -> Kind.OPTIONAL;
            case FormatFunctions.Format _ -> Kind.FORMAT;
            case Kind _ -> Kind.TYPE;
            default -> Kind.NULL;
        };
    }

    static boolean same(Object one, Object other, CostMeter costMeter) throws EvaluationException {
        costMeter.take(1);
        return switch (one) {
            case Number _ when other instanceof Number -> compare(one, other) == 0;
            case String text
            when other instanceof String second -> {
                costMeter.text(Math.min(text.length(), second.length()));
                yield text.equals(second);
            }
            case JsonList list
            when other instanceof JsonList second && list.isKeyed() -> AssociativeLists.same(list, second, costMeter);
            case List<?> list when other instanceof List<?> second -> sameLists(list, second, costMeter);
            case Map<?, ?> map when other instanceof Map<?, ?> second -> sameMaps(map, second, costMeter);
            case OptionalValue optionalValue
            when other instanceof OptionalValue second ->
                optionalValue.value().isPresent() == second.value().isPresent()
                        && (optionalValue.value().isEmpty()
                                || same(
                                        optionalValue.value().get(),
                                        second.value().orElse(NULL),
                                        costMeter));
            default -> one.equals(other);
        };
    }

    private static boolean sameLists(List<?> one, List<?> other, CostMeter costMeter) throws EvaluationException {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i), costMeter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameMaps(Map<?, ?> one, Map<?, ?> other, CostMeter costMeter) throws EvaluationException {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<?, ?> entry : one.entrySet()) {
            Object second = other.get(entry.getKey());
            if (second == null || !same(entry.getValue(), second, costMeter)) {
                return false;
            }
        }
        return true;
    }

    /// Compares two values of the same type.
    static int compare(Object one, Object other) throws EvaluationException {
        if (one instanceof Long first && other instanceof Long second) {
            return Long.compare(first, second);
        }
        if (one instanceof Number && other instanceof Number) {
            return decimal(one).compareTo(decimal(other));
        }
        return switch (one) {
            case String text when other instanceof String second -> text.compareTo(second);
            case Boolean flag when other instanceof Boolean second -> flag.compareTo(second);
            case Instant time when other instanceof Instant second -> time.compareTo(second);
            case Duration span when other instanceof Duration second -> span.compareTo(second);
            case ByteBuffer bytes when other instanceof ByteBuffer second -> bytes.compareTo(second);
            default -> throw new EvaluationException("no such overload");
        };
    }

    private static BigDecimal decimal(Object number) {
        return switch (number) {
            case BigDecimal decimal -> decimal;
            case Double real -> BigDecimal.valueOf(real);
            default -> BigDecimal.valueOf(((Number) number).longValue());
        };
    }
}
