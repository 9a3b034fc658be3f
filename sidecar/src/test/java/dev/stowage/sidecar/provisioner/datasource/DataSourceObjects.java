package dev.stowage.sidecar.provisioner.datasource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Objects for tests: JSON with a patch for each case.
final class DataSourceObjects {

    private DataSourceObjects() {}

    /// @param change a merge patch for the object
    static <T extends KubeObject> T of(Kind<T> kind, String json, String change) {
        ObjectNode object = tree(json);
        merge(object, tree(change));
        return kind.read(object);
    }

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void merge(ObjectNode object, ObjectNode change) {
        change.properties().forEach(entry -> {
            if (entry.getValue() instanceof ObjectNode inner
                    && object.get(entry.getKey()) instanceof ObjectNode target) {
                merge(target, inner);
            } else if (entry.getValue().isNull()) {
                object.remove(entry.getKey());
            } else {
                object.set(entry.getKey(), entry.getValue());
            }
        });
    }
}
