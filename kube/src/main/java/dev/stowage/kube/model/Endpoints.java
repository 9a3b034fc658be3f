package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;

/// The addresses of a Service.
///
/// @param subsets as they were written
public record Endpoints(ObjectMeta meta, JsonNode subsets) implements KubeObject {

    public static Endpoints read(JsonNode object) {
        return new Endpoints(ObjectMeta.read(object), object.path("subsets"));
    }
}
