package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Removes fields that a type does not know.
public final class UnknownFieldPruning {
    private UnknownFieldPruning() {}

    /// Changes the object in place.
    ///
    /// @return where something was removed, such as `spec.items[0].foo`
    public static List<String> prune(ObjectNode object, Struct type) {
        List<String> removed = new ArrayList<>();
        object(object, type, new FieldLocation(), removed);
        return removed;
    }

    private static void object(ObjectNode object, Struct type, FieldLocation place, List<String> removed) {
        for (Iterator<Map.Entry<String, JsonNode>> rest = object.properties().iterator(); rest.hasNext(); ) {
            Map.Entry<String, JsonNode> property = rest.next();
            FieldLocation.Position position = place.position();
            place.field(property.getKey());
            Field field = type.fields().get(property.getKey());
            if (field != null) {
                value(property.getValue(), field.type(), place, removed);
            } else if (!type.preserving()) {
                rest.remove();
                removed.add(place.toString());
            }
            place.back(position);
        }
    }

    private static void value(JsonNode value, Schema type, FieldLocation place, List<String> removed) {
        switch (type) {
            case Struct struct when value instanceof ObjectNode object -> object(object, struct, place, removed);
            case Mapping map
            when value instanceof ObjectNode object ->
                object.properties().forEach(property -> {
                    FieldLocation.Position position = place.position();
                    place.key(property.getKey());
                    value(property.getValue(), map.values(), place, removed);
                    place.back(position);
                });
            case Sequence list
            when value instanceof ArrayNode array -> {
                for (int index = 0; index < array.size(); index++) {
                    FieldLocation.Position position = place.position();
                    place.index(index);
                    value(array.get(index), list.items(), place, removed);
                    place.back(position);
                }
            }
            case Struct _, Mapping _, Sequence _, Scalar _, AnyJson _ -> {}
        }
    }
}
