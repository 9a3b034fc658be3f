package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kubetypes.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields that an apply owns: all fields in its object.
final class OwnedFields {
    private final FieldSet fields = new FieldSet();
    private final List<String> path = new ArrayList<>();

    private OwnedFields() {}

    static FieldSet of(ObjectNode object, Schema schema) {
        OwnedFields owned = new OwnedFields();
        owned.walk(schema, object);
        return owned.fields;
    }

    private void walk(@Nullable Schema type, JsonNode value) {
        Schema.Sequence list = FieldTraversal.granular(type);
        if (list != null) {
            items(list, value);
        } else if (FieldTraversal.hasFields(type, value)) {
            fields(type, value);
        } else {
            fields.insert(path);
        }
    }

    private void fields(@Nullable Schema type, JsonNode value) {
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String key = field.getKey();
            JsonNode below = field.getValue();
            path.addLast(PathElement.field(key));
            walk(FieldTraversal.field(type, key), below);
            if (below.isNull() || (below.isObject() && below.isEmpty()) || !FieldTraversal.isNamed(type, key)) {
                fields.insert(path);
            }
            path.removeLast();
        }
    }

    private void items(Schema.Sequence list, JsonNode items) {
        Set<String> seen = new HashSet<>();
        Set<String> repeated = new HashSet<>();
        for (JsonNode item : items) {
            PathElement.item(item, list).filter(step -> !seen.add(step)).ifPresent(repeated::add);
        }
        for (JsonNode item : items) {
            PathElement.item(item, list).ifPresent(step -> {
                path.addLast(step);
                if (!repeated.contains(step)) {
                    walk(FieldTraversal.known(list.items()), item);
                }
                fields.insert(path);
                path.removeLast();
            });
        }
    }
}
