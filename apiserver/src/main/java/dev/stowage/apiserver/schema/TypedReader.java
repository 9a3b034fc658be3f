package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a value of a type from tokens, and drops what the type does not know.
///
/// In a named struct a value of another type is an error. In a struct without a name, which is part of a custom
/// resource, it is kept, and validation reports it.
///
/// Duplicate fields are processed in order: objects are merged, other values are replaced.
final class TypedReader {
    private static final int MOST_COMPLAINTS = 100;

    private final JsonParser parser;
    private final FieldLocation place = new FieldLocation();
    private final Set<String> complaints = new LinkedHashSet<>();
    private Struct inside;

    TypedReader(JsonParser parser, Struct root) {
        this.parser = parser;
        this.inside = root;
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /// The parser stands at the start of an object.
    ObjectNode object(Struct type) throws IOException, TypeMismatchException {
        ObjectNode object = Json.object();
        struct(object, type);
        return object;
    }

    private void struct(ObjectNode object, Struct type) throws IOException, TypeMismatchException {
        Struct outside = inside;
        inside = type;
        Set<String> seen = new LinkedHashSet<>();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            parser.nextToken();
            FieldLocation.Position position = place.position();
            place.field(key);
            if (!seen.add(key)) {
                complain("duplicate field");
            }
            Field field = type.fields().get(key);
            if (field != null) {
                member(object, key, field);
            } else if (type.preserving()) {
                object.set(key, anything());
            } else {
                complain("unknown field");
                parser.skipChildren();
            }
            place.back(position);
        }
        inside = outside;
    }

    private void member(ObjectNode object, String key, Field field) throws IOException, TypeMismatchException {
        if (parser.currentToken() == JsonToken.VALUE_NULL && isTyped()) {
            if (field.tellsEmptyFromNone() || !(field.type() instanceof Struct)) {
                object.remove(key);
            }
            return;
        }
        object.set(key, value(field.type(), object.get(key)));
    }

    /// @param before the earlier value of the same field
    private JsonNode value(Schema type, @Nullable JsonNode before) throws IOException, TypeMismatchException {
        JsonToken token = parser.currentToken();
        return switch (type) {
            case Struct struct -> {
                if (token != JsonToken.START_OBJECT) {
                    yield other(struct);
                }
                ObjectNode object = before instanceof ObjectNode merged ? merged : Json.object();
                struct(object, struct);
                yield object;
            }
            case Mapping map -> {
                if (token != JsonToken.START_OBJECT) {
                    yield other(map);
                }
                ObjectNode object = before instanceof ObjectNode merged ? merged : Json.object();
                mapping(object, map);
                yield object;
            }
            case Sequence list -> token == JsonToken.START_ARRAY ? sequence(list) : other(list);
            case Scalar scalar -> isTyped() ? ScalarReader.read(parser, scalar, this::mismatch) : anything();
            case AnyJson _ -> anything();
        };
    }

    private void mapping(ObjectNode object, Mapping type) throws IOException, TypeMismatchException {
        Set<String> seen = new LinkedHashSet<>();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            parser.nextToken();
            FieldLocation.Position position = place.position();
            place.key(key);
            if (!seen.add(key)) {
                complain("duplicate field");
            }
            object.set(key, item(type.values()));
            place.back(position);
        }
    }

    private ArrayNode sequence(Sequence type) throws IOException, TypeMismatchException {
        ArrayNode list = Json.list();
        for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
            FieldLocation.Position position = place.position();
            place.index(index);
            list.add(item(type.items()));
            place.back(position);
        }
        return list;
    }

    /// A null item means the empty value.
    private JsonNode item(Schema type) throws IOException, TypeMismatchException {
        if (parser.currentToken() != JsonToken.VALUE_NULL || !isTyped()) {
            return value(type, null);
        }
        return switch (type) {
            case Struct _ -> Json.object();
            case Scalar scalar when scalar.kind() == Schema.Kind.BYTES -> TextNode.valueOf("");
            case Scalar scalar -> ScalarReader.empty(scalar);
            case Sequence _ -> Json.list();
            case Mapping _, AnyJson _ -> NullNode.getInstance();
        };
    }

    /// A value that its type does not allow.
    private JsonNode other(Schema type) throws IOException, TypeMismatchException {
        boolean named = type instanceof Struct struct && !struct.name().isEmpty();
        if (isTyped() || named) {
            throw mismatch(ScalarReader.called(parser.currentToken()), GoTypeName.of(type));
        }
        return anything();
    }

    private boolean isTyped() {
        return !inside.name().isEmpty();
    }

    private TypeMismatchException mismatch(String found, String type) {
        String struct = inside.name().substring(inside.name().lastIndexOf('.') + 1);
        return new TypeMismatchException("json: cannot unmarshal %s into Go struct field %s.%s of type %s"
                .formatted(found, struct, place.fields(), type));
    }

    private JsonNode anything() throws IOException, TypeMismatchException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                ObjectNode object = Json.object();
                for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                    parser.nextToken();
                    FieldLocation.Position position = place.position();
                    place.field(key);
                    if (object.has(key)) {
                        complain("duplicate field");
                    }
                    object.set(key, anything());
                    place.back(position);
                }
                yield object;
            }
            case START_ARRAY -> {
                ArrayNode list = Json.list();
                for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
                    FieldLocation.Position position = place.position();
                    place.index(index);
                    list.add(anything());
                    place.back(position);
                }
                yield list;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ScalarReader.number(parser, this::mismatch);
            case VALUE_TRUE, VALUE_FALSE -> BooleanNode.valueOf(parser.getBooleanValue());
            case VALUE_NULL -> NullNode.getInstance();
            default -> TextNode.valueOf(parser.getText());
        };
    }

    private void complain(String what) {
        if (complaints.size() < MOST_COMPLAINTS) {
            complaints.add("%s \"%s\"".formatted(what, place));
        }
    }
}
