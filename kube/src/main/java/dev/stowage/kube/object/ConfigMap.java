package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/// A ConfigMap.
public record ConfigMap(Meta meta, Map<String, String> data) implements KubeObject {

    public static ConfigMap read(JsonNode object) {
        return new ConfigMap(Meta.read(object), Fields.map(object.path("data")));
    }
}
