package dev.stowage.apiserver.selectors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.storage.StoredObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The attributes that selectors use, parsed once for each state of an object.
final class SelectableAttributes {
    private final Map<String, String> labels;
    private volatile Fields fields = new Fields(List.of(), Map.of());

    private SelectableAttributes(Map<String, String> labels) {
        this.labels = labels;
    }

    private record Fields(List<SelectableField> of, Map<String, String> values) {}

    static SelectableAttributes of(StoredObject storedObject) {
        Map<String, String> labels = JsonTree.texts(Json.stored(storedObject.value()), "metadata", "labels");
        return new SelectableAttributes(labels.isEmpty() ? Map.of() : labels);
    }

    Map<String, String> labels() {
        return labels;
    }

    /// Two resources may serve the same objects with different fields; the last one used is cached.
    String field(ResourceDescriptor resourceDescriptor, StoredObject storedObject, String name) {
        Fields known = fields;
        if (!known.of().equals(resourceDescriptor.fields())) {
            ObjectNode object = Json.stored(storedObject.value());
            Map<String, String> values =
                    HashMap.newHashMap(resourceDescriptor.fields().size());
            resourceDescriptor
                    .fields()
                    .forEach(field -> values.put(field.name(), field.value().apply(object)));
            known = new Fields(resourceDescriptor.fields(), values);
            fields = known;
        }
        return known.values().getOrDefault(name, "");
    }
}
