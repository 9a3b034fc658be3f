package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Converts an object to the form in which it is stored: fields in the order of their type, map keys sorted,
/// empty values written or omitted as the type requires. Equivalent objects become the same bytes.
///
/// Custom resources keep the values and the order that the client sent.
public final class CanonicalForm {
    private CanonicalForm() {}

    /// Changes the object in place.
    public static void object(ObjectNode object, Struct type) {
        Map<String, JsonNode> before = LinkedHashMap.newLinkedHashMap(object.size());
        object.properties().forEach(property -> before.put(property.getKey(), property.getValue()));
        boolean typed = !type.name().isEmpty();
        if (!typed) {
            before.forEach((key, value) -> type.field(key).ifPresent(field -> value(value, field.type())));
            return;
        }
        object.removeAll();
        type.fields().forEach((key, field) -> {
            JsonNode value = before.remove(key);
            if (value == null || value.isNull()) {
                absent(object, key, field);
            } else {
                value(value, field.type());
                present(object, key, value, field);
            }
        });
        before.forEach(object::set);
    }

    private static void absent(ObjectNode object, String key, Field field) {
        switch (field.emptyValue()) {
            case WRITTEN -> object.set(key, empty(field.type()));
            case KEPT_OR_NULL -> object.putNull(key);
            case KEPT, DROPPED -> {}
        }
    }

    private static void present(ObjectNode object, String key, JsonNode value, Field field) {
        boolean kept = field.tellsEmptyFromNone() || !isEmpty(value, field.type());
        if (kept) {
            object.set(key, value);
        } else {
            absent(object, key, field);
        }
    }

    private static void value(JsonNode value, Schema type) {
        switch (type) {
            case Struct struct when value instanceof ObjectNode object -> object(object, struct);
            case Mapping map
            when value instanceof ObjectNode object -> {
                sort(object);
                object.forEach(child -> value(child, map.values()));
            }
            case Sequence list
            when value instanceof ArrayNode array -> array.forEach(child -> value(child, list.items()));
            case Struct _, Mapping _, Sequence _, Scalar _, AnyJson _ -> {}
        }
    }

    private static void sort(ObjectNode object) {
        List<String> keys = new ArrayList<>(object.size());
        boolean sorted = true;
        for (Map.Entry<String, JsonNode> property : object.properties()) {
            sorted = sorted && (keys.isEmpty() || keys.getLast().compareTo(property.getKey()) <= 0);
            keys.add(property.getKey());
        }
        if (!sorted) {
            Collections.sort(keys);
            for (String key : keys) {
                JsonNode value = object.remove(key);
                object.set(key, value);
            }
        }
    }

    /// The stored form of an empty value of a type.
    private static JsonNode empty(Schema type) {
        return switch (type) {
            case Struct struct -> {
                ObjectNode object = Json.object();
                object(object, struct);
                yield object;
            }
            case Scalar scalar -> ScalarReader.empty(scalar);
            case Mapping _, Sequence _, AnyJson _ -> NullNode.getInstance();
        };
    }

    private static boolean isEmpty(JsonNode value, Schema type) {
        return switch (type) {
            case Struct struct ->
                value.isObject()
                        && value.propertyStream()
                                .allMatch(property -> struct.field(property.getKey())
                                        .filter(field -> !field.tellsEmptyFromNone()
                                                || property.getValue().isNull())
                                        .filter(field -> isEmpty(property.getValue(), field.type()))
                                        .isPresent());
            case Mapping _, Sequence _ -> value.isNull() || value.isEmpty();
            case Scalar scalar -> isEmpty(value, scalar);
            case AnyJson _ -> value.isNull();
        };
    }

    private static boolean isEmpty(JsonNode value, Scalar type) {
        return switch (value.getNodeType()) {
            case NULL -> true;
            case STRING ->
                switch (type.kind()) {
                    // An empty string is still a string, not the number 0.
                    case INT_OR_STRING -> false;
                    case QUANTITY -> value.textValue().equals("0");
                    default -> value.textValue().isEmpty();
                };
            case NUMBER -> value.decimalValue().signum() == 0;
            case BOOLEAN -> !value.booleanValue();
            case ARRAY, BINARY, MISSING, OBJECT, POJO -> false;
        };
    }
}
