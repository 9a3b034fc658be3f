package dev.stowage.kube.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.KubeObject;
import java.util.List;

/// A change to an object.
///
/// @param subresource empty for the object itself, otherwise for example `status`
public record Patch(Type type, JsonNode body, String subresource) {

    /// How the server reads the body.
    public enum Type {
        JSON("application/json-patch+json"),
        MERGE("application/merge-patch+json"),
        STRATEGIC("application/strategic-merge-patch+json");

        private final String contentType;

        Type(String contentType) {
            this.contentType = contentType;
        }

        public String contentType() {
            return contentType;
        }
    }

    public static Patch merge(ObjectNode body) {
        return new Patch(Type.MERGE, body, "");
    }

    public static Patch strategic(ObjectNode body) {
        return new Patch(Type.STRATEGIC, body, "");
    }

    public Patch status() {
        return new Patch(type, body, "status");
    }

    /// The server refuses the patch when the object has changed since it was read.
    public Patch onlyIfUnchanged(KubeObject seen) {
        ObjectNode copy = body.deepCopy();
        copy.withObject("/metadata").put("resourceVersion", seen.meta().resourceVersion());
        return new Patch(type, copy, subresource);
    }

    /// The server refuses the patch if the object was deleted and recreated since.
    public Patch onlyIfSame(KubeObject seen) {
        ObjectNode copy = body.deepCopy();
        copy.withObject("/metadata").put("uid", seen.meta().uid());
        return new Patch(type, copy, subresource);
    }

    /// Adds a finalizer to the list that was read. Fails with a conflict if the list has changed since.
    public static Patch addFinalizer(KubeObject seen, String finalizer) {
        ArrayNode operations = sameFinalizers(seen);
        if (seen.meta().finalizers().isEmpty()) {
            operations
                    .addObject()
                    .put("op", "add")
                    .put("path", "/metadata/finalizers")
                    .putArray("value")
                    .add(finalizer);
        } else {
            operations
                    .addObject()
                    .put("op", "add")
                    .put("path", "/metadata/finalizers/-")
                    .put("value", finalizer);
        }
        return new Patch(Type.JSON, operations, "");
    }

    /// Removes a finalizer from the list that was read. Fails with a conflict if the list has changed since.
    public static Patch removeFinalizer(KubeObject seen, String finalizer) {
        List<String> finalizers = seen.meta().finalizers();
        ArrayNode operations = sameFinalizers(seen);
        operations.addObject().put("op", "remove").put("path", "/metadata/finalizers/" + finalizers.indexOf(finalizer));
        return new Patch(Type.JSON, operations, "");
    }

    /// A recreated object of the same name is another object: its uid differs.
    private static ArrayNode sameFinalizers(KubeObject seen) {
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        operations
                .addObject()
                .put("op", "test")
                .put("path", "/metadata/uid")
                .put("value", seen.meta().uid());
        ObjectNode test = operations.addObject().put("op", "test").put("path", "/metadata/finalizers");
        if (seen.meta().finalizers().isEmpty()) {
            test.putNull("value");
        } else {
            seen.meta().finalizers().forEach(test.putArray("value")::add);
        }
        return operations;
    }
}
