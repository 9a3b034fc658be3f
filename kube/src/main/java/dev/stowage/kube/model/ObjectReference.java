package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.ApiResource;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.NamespacedName;
import org.jspecify.annotations.Nullable;

/// A reference from one object to another. Absent fields are empty.
public record ObjectReference(
        String apiVersion, String kind, String namespace, String name, String uid, String resourceVersion) {

    /// @param meta of the object; cluster-scoped objects have no namespace
    public static ObjectReference to(ApiResource resource, ObjectMeta meta) {
        return new ObjectReference(
                resource.apiVersion(),
                resource.kind(),
                meta.namespace(),
                meta.name(),
                meta.uid(),
                meta.resourceVersion());
    }

    static @Nullable ObjectReference read(JsonNode node) {
        if (!node.isObject()) {
            return null;
        }
        return new ObjectReference(
                JsonFields.shared(node, "apiVersion"),
                JsonFields.shared(node, "kind"),
                JsonFields.shared(node, "namespace"),
                JsonFields.text(node, "name"),
                JsonFields.text(node, "uid"),
                JsonFields.text(node, "resourceVersion"));
    }

    public NamespacedName key() {
        return new NamespacedName(namespace, name);
    }

    public void writeTo(ObjectNode node) {
        put(node, "kind", kind);
        put(node, "namespace", namespace);
        put(node, "name", name);
        put(node, "uid", uid);
        put(node, "apiVersion", apiVersion);
        put(node, "resourceVersion", resourceVersion);
    }

    private static void put(ObjectNode node, String field, String value) {
        if (!value.isEmpty()) {
            node.put(field, value);
        }
    }
}
