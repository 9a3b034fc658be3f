package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema;
import java.util.Map;
import java.util.Optional;

/// An object of a type in which no field was set. The fields that are always written are there, and
/// no manager becomes their owner by creating an object.
final class EmptyObject {
    private EmptyObject() {}

    static ObjectNode of(Schema schema) {
        ObjectNode object = Json.object();
        if (schema instanceof Schema.Struct struct) {
            for (Map.Entry<String, Schema.Field> field : struct.fields().entrySet()) {
                if (field.getValue().emptyValue() == Schema.EmptyValue.WRITTEN) {
                    object.set(field.getKey(), empty(field.getValue().type()));
                }
            }
        }
        return object;
    }

    /// The value of a scalar that is always written and was not set.
    static Optional<JsonNode> preset(Schema.Field field) {
        boolean written = field.emptyValue() == Schema.EmptyValue.WRITTEN && field.type() instanceof Schema.Scalar;
        return written ? Optional.of(empty(field.type())) : Optional.empty();
    }

    private static JsonNode empty(Schema type) {
        return switch (type) {
            case Schema.Struct struct -> of(struct);
            case Schema.Mapping _, Schema.Sequence _, Schema.AnyJson _ -> NullNode.instance;
            case Schema.Scalar scalar ->
                switch (scalar.kind()) {
                    case STRING -> TextNode.valueOf("");
                    case INT32, INT64, NUMBER, INT_OR_STRING -> IntNode.valueOf(0);
                    case BOOLEAN -> BooleanNode.FALSE;
                    case QUANTITY -> TextNode.valueOf("0");
                    case BYTES, TIME, MICRO_TIME -> NullNode.instance;
                };
        };
    }
}
