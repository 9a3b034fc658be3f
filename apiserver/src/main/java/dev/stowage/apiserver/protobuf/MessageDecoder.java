package dev.stowage.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.ProtobufFieldType;
import dev.stowage.kubetypes.ProtobufFieldType.Mapping;
import dev.stowage.kubetypes.ProtobufFieldType.Message;
import dev.stowage.kubetypes.ProtobufFieldType.Scalar;
import dev.stowage.kubetypes.ProtobufFieldType.Sequence;
import dev.stowage.kubetypes.ProtobufFieldType.Wrapped;
import dev.stowage.kubetypes.ProtobufTables;
import dev.stowage.kubetypes.ProtobufTables.Field;
import java.util.Map;
import java.util.Optional;

/// Turns messages into the JSON that stands for them.
final class MessageDecoder {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 64;

    private MessageDecoder() {}

    static ObjectNode decode(WireReader in, Map<Integer, Field> fields) throws MalformedProtobufException {
        ObjectNode object = Json.object();
        fill(object, in, fields, 0);
        return object;
    }

    private static void fill(ObjectNode object, WireReader in, Map<Integer, Field> fields, int depth)
            throws MalformedProtobufException {
        if (depth > DEEPEST) {
            throw new MalformedProtobufException("nested too deep");
        }
        while (in.hasMore()) {
            int tag = in.tag();
            Field field = fields.get(tag >>> 3);
            int form = tag & 7;
            if (field == null) {
                in.skip(form);
                continue;
            }
            switch (field.type()) {
                case Message message
                when field.name().isEmpty() -> fill(object, nested(in, form), known(message), depth + 1);
                case Sequence list -> item(list(object, field.name()), in, form, list.items(), depth);
                case Mapping map -> entry(map(object, field.name()), nested(in, form), map.values(), depth);
                case Message _, Wrapped _, Scalar _ -> {
                    JsonNode value = value(field.type(), in, form, depth);
                    if (!field.drops() || !isEmpty(value)) {
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

    private static Map<Integer, Field> known(Message message) throws MalformedProtobufException {
        Optional<Map<Integer, Field>> fields = ProtobufTables.fields(message.table(), message.name());
        return fields.orElse(Map.of()); // a message without fields
    }

    private static WireReader nested(WireReader in, int form) throws MalformedProtobufException {
        if (form != WireReader.BYTES) {
            throw new MalformedProtobufException("wrong wireType = " + form);
        }
        return in.nested();
    }

    private static void item(ArrayNode list, WireReader in, int form, ProtobufFieldType items, int depth)
            throws MalformedProtobufException {
        boolean isNumber = items == Scalar.INTEGER || items == Scalar.BOOLEAN;
        if (isNumber && form == WireReader.BYTES) {
            WireReader packed = in.nested();
            while (packed.hasMore()) {
                list.add(value(items, packed, WireReader.VARINT, depth));
            }
        } else {
            list.add(value(items, in, form, depth));
        }
    }

    private static void entry(ObjectNode map, WireReader in, ProtobufFieldType values, int depth)
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

    private static JsonNode empty(ProtobufFieldType type) throws MalformedProtobufException {
        return type == Scalar.INTEGER || type == Scalar.BOOLEAN || type == Scalar.DOUBLE
                ? NODES.numberNode(0)
                : value(type, new WireReader(new byte[] {0}, 0, 1), WireReader.BYTES, 0);
    }

    private static JsonNode value(ProtobufFieldType type, WireReader in, int form, int depth)
            throws MalformedProtobufException {
        return switch (type) {
            case Message message -> {
                ObjectNode object = Json.object();
                fill(object, nested(in, form), known(message), depth + 1);
                yield object;
            }
            case Wrapped wrapped -> {
                ArrayNode list = Json.list();
                WireReader inside = nested(in, form);
                while (inside.hasMore()) {
                    int tag = inside.tag();
                    if (tag >>> 3 == 1) {
                        item(list, inside, tag & 7, wrapped.items(), depth + 1);
                    } else {
                        inside.skip(tag & 7);
                    }
                }
                yield list;
            }
            case Sequence _, Mapping _ -> throw new MalformedProtobufException("a list in a list");
            case Scalar scalar -> ScalarDecoder.decode(scalar, in, form);
        };
    }
}
