package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import java.math.BigDecimal;

/// Values as they are shown in messages.
public final class JsonValueText {
    /// Beyond these, numbers are written with an exponent.
    private static final double SMALL = 1e-4;

    private static final double LARGE = 1e21;

    private JsonValueText() {}

    public static String value(JsonNode value) {
        if (value.isTextual()) {
            return FieldErrors.quoted(value.textValue());
        }
        if (value.isNumber()) {
            return value.isIntegralNumber() ? value.asText() : number(value.doubleValue());
        }
        return value.isMissingNode() ? "null" : value.toString();
    }

    static String number(double number) {
        double size = Math.abs(number);
        if (size == 0) {
            return "0";
        }
        BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
        if (size >= SMALL && size < LARGE) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return "%s%se%s%02d".formatted(number < 0 ? "-" : "", mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    /// The JSON type, as messages name it.
    public static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() && value.canConvertToLong() ? "integer" : "number";
            case OBJECT, POJO -> "object";
            case STRING, BINARY -> "string";
            case NULL, MISSING -> "null";
        };
    }
}
