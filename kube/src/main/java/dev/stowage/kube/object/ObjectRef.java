package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// One object's pointer to another. Fields that were not written are empty.
public record ObjectRef(String apiVersion, String kind, String namespace, String name, String uid, String version) {

    static @Nullable ObjectRef read(JsonNode node) {
        if (!node.isObject()) {
            return null;
        }
        return new ObjectRef(
                Fields.shared(node, "apiVersion"),
                Fields.shared(node, "kind"),
                Fields.shared(node, "namespace"),
                Fields.text(node, "name"),
                Fields.text(node, "uid"),
                Fields.text(node, "resourceVersion"));
    }

    public Key key() {
        return new Key(namespace, name);
    }

    public void writeTo(ObjectNode node) {
        put(node, "kind", kind);
        put(node, "namespace", namespace);
        put(node, "name", name);
        put(node, "uid", uid);
        put(node, "apiVersion", apiVersion);
        put(node, "resourceVersion", version);
    }

    private static void put(ObjectNode node, String field, String value) {
        if (!value.isEmpty()) {
            node.put(field, value);
        }
    }
}
