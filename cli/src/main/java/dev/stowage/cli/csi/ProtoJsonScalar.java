package dev.stowage.cli.csi;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.stream.Collectors;

/// Single values, and the messages that JSON writes as if they were: times and wrapped values.
final class ProtoJsonScalar {

    private ProtoJsonScalar() {}

    static boolean isOne(Descriptor message) {
        return isTimestamp(message) || isWrapper(message);
    }

    static boolean isTimestamp(Descriptor message) {
        return message.getFullName().equals(Timestamp.getDescriptor().getFullName());
    }

    static boolean isWrapper(Descriptor message) {
        return message.getFullName().startsWith("google.protobuf.")
                && message.getName().endsWith("Value");
    }

    static Instant instant(Message timestamp) {
        Descriptor type = timestamp.getDescriptorForType();
        return Instant.ofEpochSecond((long) timestamp.getField(FieldPath.field(type, "seconds")), (int)
                timestamp.getField(FieldPath.field(type, "nanos")));
    }

    static Object wrapped(Message wrapper) {
        return wrapper.getField(FieldPath.field(wrapper.getDescriptorForType(), "value"));
    }

    static void readInto(JsonParser parser, Message.Builder message, String path) throws IOException {
        Descriptor type = message.getDescriptorForType();
        if (isWrapper(type)) {
            FieldDescriptor value = FieldPath.field(type, "value");
            message.setField(value, read(parser, value, path));
            return;
        }
        try {
            Instant time = OffsetDateTime.parse(text(parser, path, "a time")).toInstant();
            message.setField(FieldPath.field(type, "seconds"), time.getEpochSecond());
            message.setField(FieldPath.field(type, "nanos"), time.getNano());
        } catch (DateTimeException e) {
            throw new JsonFormatException(path + " must be a time such as 2026-01-31T12:00:00Z");
        }
    }

    static Object read(JsonParser parser, FieldDescriptor field, String path) throws IOException {
        return switch (field.getJavaType()) {
            case STRING -> text(parser, path, "a string");
            case BOOLEAN -> bool(parser, path);
            case INT -> (int) whole(parser, path, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> whole(parser, path, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT -> number(parser, path).floatValue();
            case DOUBLE -> number(parser, path).doubleValue();
            case BYTE_STRING -> bytes(parser, path);
            case ENUM -> constant(parser, field, path);
            case MESSAGE -> throw new IllegalStateException(path + " is a message");
        };
    }

    private static String text(JsonParser parser, String path, String what) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new JsonFormatException(path + " must be " + what + " in quotes");
        }
        return parser.getText();
    }

    private static boolean bool(JsonParser parser, String path) {
        if (!parser.currentToken().isBoolean()) {
            throw new JsonFormatException(path + " must be true or false");
        }
        return parser.currentToken() == JsonToken.VALUE_TRUE;
    }

    /// In quotes or without: protobuf's JSON puts 64-bit numbers into quotes.
    private static BigDecimal number(JsonParser parser, String path) throws IOException {
        if (parser.currentToken().isNumeric() || parser.currentToken() == JsonToken.VALUE_STRING) {
            try {
                return new BigDecimal(parser.getText());
            } catch (NumberFormatException e) {
                throw new JsonFormatException(path + " must be a number");
            }
        }
        throw new JsonFormatException(path + " must be a number");
    }

    private static long whole(JsonParser parser, String path, long least, long most) throws IOException {
        BigDecimal number = number(parser, path);
        if (number.compareTo(BigDecimal.valueOf(least)) >= 0
                && number.compareTo(BigDecimal.valueOf(most)) <= 0
                && number.stripTrailingZeros().scale() <= 0) {
            return number.longValueExact();
        }
        throw new JsonFormatException(path + " must be a whole number from " + least + " to " + most);
    }

    private static ByteString bytes(JsonParser parser, String path) throws IOException {
        try {
            return ByteString.copyFrom(Base64.getDecoder().decode(text(parser, path, "base64")));
        } catch (IllegalArgumentException e) {
            throw new JsonFormatException(path + " must be base64");
        }
    }

    private static EnumValueDescriptor constant(JsonParser parser, FieldDescriptor field, String path)
            throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return field.getEnumType().findValueByNumberCreatingIfUnknown((int)
                    whole(parser, path, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        String name = text(parser, path, "a name");
        EnumValueDescriptor value = field.getEnumType().findValueByName(name);
        if (value == null) {
            throw new JsonFormatException(path + " must be one of "
                    + field.getEnumType().getValues().stream()
                            .map(EnumValueDescriptor::getName)
                            .collect(Collectors.joining(", ")));
        }
        return value;
    }

    /// Whether the constant is newer than our protocol, and so has a number only.
    static boolean isNameless(EnumValueDescriptor constant) {
        return constant.getIndex() < 0;
    }

    static void write(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case String text -> json.writeString(text);
            case Boolean bool -> json.writeBoolean(bool);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Float number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case ByteString bytes -> json.writeString(Base64.getEncoder().encodeToString(bytes.toByteArray()));
            case EnumValueDescriptor constant when isNameless(constant) -> json.writeNumber(constant.getNumber());
            case EnumValueDescriptor constant -> json.writeString(constant.getName());
            default -> throw new IllegalStateException("no JSON for a " + value.getClass());
        }
    }
}
