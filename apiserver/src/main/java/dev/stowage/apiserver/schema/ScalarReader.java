package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.Scalar;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Base64;

/// Reads one scalar in the form in which it is stored.
final class ScalarReader {
    private static final double EXACT = 1L << 53;
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private ScalarReader() {}

    /// The empty value of a type.
    static JsonNode empty(Scalar type) {
        return switch (type.kind()) {
            case STRING -> TextNode.valueOf("");
            case BYTES, TIME, MICRO_TIME -> NullNode.getInstance();
            case INT32, INT64, NUMBER, INT_OR_STRING -> IntNode.valueOf(0);
            case BOOLEAN -> BooleanNode.FALSE;
            case QUANTITY -> TextNode.valueOf("0");
        };
    }

    /// @param mismatch creates the message about a value of another type
    static JsonNode read(JsonParser parser, Scalar type, MismatchFactory mismatch)
            throws IOException, TypeMismatchException {
        JsonToken token = parser.currentToken();
        return switch (type.kind()) {
            case STRING -> {
                require(token == JsonToken.VALUE_STRING, parser, type.type(), mismatch);
                yield TextNode.valueOf(parser.getText());
            }
            case BYTES -> {
                require(token == JsonToken.VALUE_STRING, parser, type.type(), mismatch);
                yield TextNode.valueOf(base64(parser.getText()));
            }
            case TIME -> {
                require(token == JsonToken.VALUE_STRING, parser, "string", mismatch);
                yield TextNode.valueOf(TimeFormat.seconds(parser.getText()));
            }
            case MICRO_TIME -> {
                require(token == JsonToken.VALUE_STRING, parser, "string", mismatch);
                yield TextNode.valueOf(TimeFormat.micros(parser.getText()));
            }
            case INT32, INT64 -> whole(parser, type.kind(), type.type(), mismatch);
            case NUMBER -> {
                require(token.isNumeric(), parser, type.type(), mismatch);
                yield number(parser, mismatch);
            }
            case BOOLEAN -> {
                require(token.isBoolean(), parser, type.type(), mismatch);
                yield BooleanNode.valueOf(parser.getBooleanValue());
            }
            case INT_OR_STRING ->
                token == JsonToken.VALUE_STRING
                        ? TextNode.valueOf(parser.getText())
                        : whole(parser, Kind.INT32, "int32", mismatch);
            case QUANTITY -> {
                String text = token.isScalarValue() ? parser.getText().strip() : "";
                try {
                    yield TextNode.valueOf(Quantity.parse(text).canonical());
                } catch (IllegalArgumentException e) {
                    throw new TypeMismatchException(String.valueOf(e.getMessage()));
                }
            }
        };
    }

    /// Reports a value whose type does not match its field.
    @FunctionalInterface
    interface MismatchFactory {
        TypeMismatchException of(String found, String type);
    }

    private static void require(boolean right, JsonParser parser, String type, MismatchFactory mismatch)
            throws TypeMismatchException {
        if (!right) {
            throw mismatch.of(called(parser.currentToken()), type);
        }
    }

    /// The name of the type of a value in Kubernetes messages.
    static String called(JsonToken token) {
        if (token.isNumeric()) {
            return "number";
        }
        if (token.isBoolean()) {
            return "bool";
        }
        return token == JsonToken.START_OBJECT ? "object" : token == JsonToken.START_ARRAY ? "array" : "string";
    }

    private static JsonNode whole(JsonParser parser, Kind kind, String type, MismatchFactory mismatch)
            throws IOException, TypeMismatchException {
        require(parser.currentToken().isNumeric(), parser, type, mismatch);
        boolean whole = parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        long value = whole ? parser.getLongValue() : 0;
        if (!whole || (kind == Kind.INT32 && value != (int) value)) {
            throw mismatch.of("number " + parser.getText(), type);
        }
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    /// A number of unknown type: an integer if possible, otherwise a double.
    ///
    /// @param mismatch for a number that is too large for a double
    static JsonNode number(JsonParser parser, MismatchFactory mismatch) throws IOException, TypeMismatchException {
        boolean integer = parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
        if (integer && parser.getNumberType() == JsonParser.NumberType.INT) {
            return IntNode.valueOf(parser.getIntValue());
        }
        if (integer && parser.getNumberType() == JsonParser.NumberType.LONG) {
            return LongNode.valueOf(parser.getLongValue());
        }
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw mismatch.of("number " + parser.getText(), "float64");
        }
        if (integer) {
            return DoubleNode.valueOf(value);
        }
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            return LongNode.valueOf((long) value);
        }
        return DecimalNode.valueOf(new BigDecimal(Double.toString(value)).stripTrailingZeros());
    }

    private static String base64(String text) throws TypeMismatchException {
        String bare = text.indexOf('\n') < 0 ? text : text.replaceAll("[\r\n]", "");
        try {
            byte[] bytes = Base64.getDecoder().decode(bare);
            // Decoders ignore unused trailing bits, but the stored value must be canonical.
            String again = Base64.getEncoder().encodeToString(bytes);
            if (again.length() == bare.length()) {
                return again;
            }
        } catch (IllegalArgumentException _) {
            // Reported below, with the position.
        }
        throw new TypeMismatchException("illegal base64 data at input byte " + firstIllegal(bare));
    }

    private static int firstIllegal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (ALPHABET.indexOf(text.charAt(i)) < 0) {
                return i;
            }
        }
        return text.length() / 4 * 4;
    }
}
