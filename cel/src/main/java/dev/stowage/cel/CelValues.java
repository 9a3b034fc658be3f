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
/// BigDecimal for quantities, List, Map, [OptionalValue] and [#NULL]. JSON lists and maps are read lazily.
final class CelValues {
    static final Object NULL = Null.NULL;

    /// A longer text would be read again and again for nothing.
    private static final int LONGEST_TIME = 100;

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

    /// Bytes that are decoded when an expression needs them: a field is read for the cost of one, however large it is.
    record EncodedBytes(String base64) {}

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
        boolean isTime = celType.kind() == Kind.TIME || celType.kind() == Kind.DURATION;
        if (isTime && text.length() > LONGEST_TIME) {
            return text;
        }
        try {
            return switch (celType.kind()) {
                case TIME -> time(text);
                case DURATION -> CelDurations.parse(text);
                case BYTES -> new EncodedBytes(text);
                default -> text;
            };
        } catch (DateTimeException | EvaluationException _) {
            return text;
        }
    }

    /// @throws DateTimeException when it is not a time, or beyond the years that CEL has
    static Instant time(String text) {
        Instant time = OffsetDateTime.parse(text).toInstant();
        if (!TimeLimits.has(time)) {
            throw new DateTimeException("beyond the calendar");
        }
        return time;
    }

    /// Decodes what a field of the format `byte` has, for the cost of reading it.
    static ByteBuffer bytes(Object value, CostMeter costMeter) throws EvaluationException {
        if (value instanceof EncodedBytes(String text)) {
            costMeter.text(text.length());
            try {
                return ByteBuffer.wrap(Base64.getDecoder().decode(text));
            } catch (IllegalArgumentException _) {
                throw new EvaluationException("no such overload");
            }
        }
        ByteBuffer bytes = (ByteBuffer) value;
        costMeter.text(bytes.remaining());
        return bytes;
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
            case ByteBuffer _, EncodedBytes _ -> Kind.BYTES;
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
}
