package dev.stowage.apiserver.protobuf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema.Kind;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/// Decodes scalars to JSON values.
final class ScalarDecoder {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private ScalarDecoder() {}

    static JsonNode decode(Kind type, WireReader in, int form) throws MalformedProtobufException {
        int wanted = switch (type) {
            case BOOLEAN, INT32, INT64 -> WireReader.VARINT;
            case NUMBER -> WireReader.FIXED64;
            case STRING, BYTES, TIME, MICRO_TIME, QUANTITY, INT_OR_STRING -> WireReader.BYTES;
        };
        if (form != wanted) {
            throw new MalformedProtobufException("wrong wireType = " + form);
        }
        return switch (type) {
            case BOOLEAN -> NODES.booleanNode(in.varint() != 0);
            case INT32, INT64 -> integer(in.varint());
            case NUMBER -> NODES.numberNode(in.fixed64());
            case STRING -> NODES.textNode(in.nested().text());
            case BYTES ->
                NODES.textNode(Base64.getEncoder().encodeToString(in.nested().rest()));
            case TIME -> time(in.nested(), SECONDS);
            case MICRO_TIME -> time(in.nested(), MICROSECONDS);
            case QUANTITY -> NODES.textNode(part(in.nested(), 1));
            case INT_OR_STRING -> intOrString(in.nested());
        };
    }

    private static JsonNode integer(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    private static JsonNode time(WireReader in, DateTimeFormatter format) throws MalformedProtobufException {
        if (!in.hasMore()) {
            return NODES.nullNode();
        }
        long seconds = 0;
        long nanos = 0;
        while (in.hasMore()) {
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 -> seconds = in.varint();
                case 2 << 3 -> nanos = in.varint();
                default -> in.skip(tag & 7);
            }
        }
        try {
            return NODES.textNode(format.format(Instant.ofEpochSecond(seconds, nanos)));
        } catch (DateTimeException | ArithmeticException _) {
            throw new MalformedProtobufException("a time beyond the calendar");
        }
    }

    private static JsonNode intOrString(WireReader in) throws MalformedProtobufException {
        long kind = 0;
        long number = 0;
        String text = "";
        while (in.hasMore()) {
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 -> kind = in.varint();
                case 2 << 3 -> number = in.varint();
                case 3 << 3 | WireReader.BYTES -> text = in.nested().text();
                default -> in.skip(tag & 7);
            }
        }
        return kind == 0 ? integer(number) : NODES.textNode(text);
    }

    /// The text of one field.
    static String part(WireReader in, int number) throws MalformedProtobufException {
        String text = "";
        while (in.hasMore()) {
            int tag = in.tag();
            if (tag == (number << 3 | WireReader.BYTES)) {
                text = in.nested().text();
            } else {
                in.skip(tag & 7);
            }
        }
        return text;
    }

    /// A message that contains JSON.
    static JsonNode raw(WireReader in) throws MalformedProtobufException {
        while (in.hasMore()) {
            int tag = in.tag();
            if (tag == (1 << 3 | WireReader.BYTES)) {
                byte[] json = in.nested().rest();
                try {
                    return json.length == 0 ? NODES.nullNode() : Json.read(json);
                } catch (JsonProcessingException _) {
                    throw new MalformedProtobufException("what should be JSON inside is not");
                }
            }
            in.skip(tag & 7);
        }
        return NODES.nullNode();
    }
}
