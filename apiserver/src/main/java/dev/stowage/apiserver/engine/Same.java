package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;

/// Whether a write changes anything.
final class Same {
    private Same() {}

    static boolean nodes(JsonNode one, JsonNode other) {
        return one.equals(
                (a, b) -> {
                    if (a.equals(b)) {
                        return 0;
                    }
                    return a.isNumber() && b.isNumber() && a.decimalValue().compareTo(b.decimalValue()) == 0 ? 0 : 1;
                },
                other);
    }

    /// The same but for the times at which managers last wrote; those are then taken from the old object.
    static boolean objects(ObjectNode object, ObjectNode old) {
        ObjectNode one = object.deepCopy();
        ObjectNode other = old.deepCopy();
        for (ObjectNode each : new ObjectNode[] {one, other}) {
            Metadata.of(each).remove("resourceVersion");
            Tree.list(each, "metadata", "managedFields").forEach(entry -> {
                if (entry instanceof ObjectNode fields) {
                    fields.remove("time");
                }
            });
        }
        return nodes(one, other);
    }
}
