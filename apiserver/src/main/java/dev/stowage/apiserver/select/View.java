package dev.stowage.apiserver.select;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.store.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What selectors look at, read once for each state of an object.
final class View {
    private final Map<String, String> labels;
    private volatile Fields fields = new Fields(List.of(), Map.of());

    private View(Map<String, String> labels) {
        this.labels = labels;
    }

    private record Fields(List<SelectableField> of, Map<String, String> values) {}

    static View of(Entry entry) {
        Map<String, String> labels = Tree.texts(Json.stored(entry.value()), "metadata", "labels");
        return new View(labels.isEmpty() ? Map.of() : labels);
    }

    Map<String, String> labels() {
        return labels;
    }

    /// Two resources may show the same objects under fields of other names; the last that asked is remembered.
    String field(Resource resource, Entry entry, String name) {
        Fields known = fields;
        if (!known.of().equals(resource.fields())) {
            ObjectNode object = Json.stored(entry.value());
            Map<String, String> values = HashMap.newHashMap(resource.fields().size());
            resource.fields()
                    .forEach(field -> values.put(field.name(), field.value().apply(object)));
            known = new Fields(resource.fields(), values);
            fields = known;
        }
        return known.values().getOrDefault(name, "");
    }
}
