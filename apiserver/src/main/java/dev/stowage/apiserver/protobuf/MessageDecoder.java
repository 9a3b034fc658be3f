package dev.stowage.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.ProtobufMessage;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Converts protobuf messages to JSON.
final class MessageDecoder {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 64;

    private MessageDecoder() {}

    static ObjectNode decode(WireReader in, ProtobufMessage protobufMessage) throws MalformedProtobufException {
        ObjectNode object = Json.object();
        fill(object, in, protobufMessage, 0);
        return object;
    }

    private static void fill(ObjectNode object, WireReader in, ProtobufMessage protobufMessage, int depth)
            throws MalformedProtobufException {
        if (depth > DEEPEST) {
            throw new MalformedProtobufException("nested too deep");
        }
        while (in.hasMore()) {
            int tag = in.tag();
            ProtobufMessage.Field field = protobufMessage.fields().get(tag >>> 3);
            int form = tag & 7;
            if (field == null) {
                in.skip(form);
                continue;
            }
            switch (field.type()) {
                case Struct struct when field.isInlined() -> fill(object, nested(in, form), message(struct), depth + 1);
                case Sequence list
                when !field.wrapped() -> item(list(object, field.name()), in, form, list.items(), depth);
                case Mapping map -> entry(map(object, field.name()), nested(in, form), map.values(), depth);
                case Struct _, Sequence _, Scalar _, AnyJson _ -> {
                    JsonNode value = value(field.type(), in, form, depth);
                    if (!field.dropsEmpty() || !isEmpty(value)) {
                        object.set(field.name(), value);
                    }
                }
            }
        }
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isNull()
                || (value.isTextual() && value.textValue().isEmpty())
                || (value.isNumber() && value.doubleValue() == 0)
                || (value.isBoolean() && !value.booleanValue())
                || (value.isArray() && value.isEmpty());
    }

    private static ArrayNode list(ObjectNode object, String name) {
        return object.get(name) instanceof ArrayNode known ? known : object.putArray(name);
    }

    private static ObjectNode map(ObjectNode object, String name) {
        return object.get(name) instanceof ObjectNode known ? known : object.putObject(name);
    }

    private static ProtobufMessage message(Struct type) {
        return BuiltInTypes.message(type.name()).orElseThrow();
    }

    private static WireReader nested(WireReader in, int form) throws MalformedProtobufException {
        if (form != WireReader.BYTES) {
            throw new MalformedProtobufException("wrong wireType = " + form);
        }
        return in.nested();
    }

    private static void item(ArrayNode list, WireReader in, int form, Schema items, int depth)
            throws MalformedProtobufException {
        boolean isNumber = items instanceof Scalar scalar && isVarint(scalar.kind());
        if (isNumber && form == WireReader.BYTES) {
            WireReader packed = in.nested();
            while (packed.hasMore()) {
                list.add(value(items, packed, WireReader.VARINT, depth));
            }
        } else {
            list.add(value(items, in, form, depth));
        }
    }

    private static void entry(ObjectNode map, WireReader in, Schema values, int depth)
            throws MalformedProtobufException {
        String key = "";
        JsonNode value = empty(values);
        while (in.hasMore()) {
            int tag = in.tag();
            switch (tag >>> 3) {
                case 1 -> key = nested(in, tag & 7).text();
                case 2 -> value = value(values, in, tag & 7, depth);
                default -> in.skip(tag & 7);
            }
        }
        map.set(key, value);
    }

    private static JsonNode empty(Schema type) throws MalformedProtobufException {
        return type instanceof Scalar scalar && (isVarint(scalar.kind()) || scalar.kind() == Kind.NUMBER)
                ? NODES.numberNode(0)
                : value(type, new WireReader(new byte[] {0}, 0, 1), WireReader.BYTES, 0);
    }

    private static boolean isVarint(Kind kind) {
        return kind == Kind.INT32 || kind == Kind.INT64 || kind == Kind.BOOLEAN;
    }

    private static JsonNode value(Schema type, WireReader in, int form, int depth) throws MalformedProtobufException {
        return switch (type) {
            case Struct struct -> object(in, form, message(struct), depth);
            case Sequence list -> wrapped(in, form, list, depth);
            case Mapping _ -> throw new MalformedProtobufException("a map in a list");
            case Scalar scalar -> ScalarDecoder.decode(scalar.kind(), in, form);
            case AnyJson any -> {
                Optional<ProtobufMessage> union =
                        BuiltInTypes.message(any.name()).filter(ProtobufMessage::union);
                yield union.isPresent()
                        ? lastOf(object(in, form, union.get(), depth), union.get())
                        : ScalarDecoder.raw(nested(in, form));
            }
        };
    }

    private static ObjectNode object(WireReader in, int form, ProtobufMessage protobufMessage, int depth)
            throws MalformedProtobufException {
        ObjectNode object = Json.object();
        fill(object, nested(in, form), protobufMessage, depth + 1);
        return object;
    }

    private static ArrayNode wrapped(WireReader in, int form, Sequence list, int depth)
            throws MalformedProtobufException {
        ArrayNode array = Json.list();
        WireReader inside = nested(in, form);
        while (inside.hasMore()) {
            int tag = inside.tag();
            if (tag >>> 3 == 1) {
                item(array, inside, tag & 7, list.items(), depth + 1);
            } else {
                inside.skip(tag & 7);
            }
        }
        return array;
    }

    private static JsonNode lastOf(ObjectNode fields, ProtobufMessage union) {
        return union.fields().entrySet().stream()
                .sorted(Map.Entry.<Integer, ProtobufMessage.Field>comparingByKey()
                        .reversed())
                .map(field -> fields.get(field.getValue().name()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(NODES.nullNode());
    }
}
