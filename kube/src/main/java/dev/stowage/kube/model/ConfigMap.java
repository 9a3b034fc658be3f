package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.Map;

/// A ConfigMap.
public record ConfigMap(ObjectMeta meta, Map<String, String> data) implements KubeObject {

    public static ConfigMap read(JsonNode object) {
        return new ConfigMap(ObjectMeta.read(object), JsonFields.map(object.path("data")));
    }
}
