package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;

/// Some of the addresses of a Service.
///
/// @param endpoints as they were written
/// @param ports as they were written
public record EndpointSlice(ObjectMeta meta, String addressType, JsonNode endpoints, JsonNode ports)
        implements KubeObject {

    public static EndpointSlice read(JsonNode object) {
        return new EndpointSlice(
                ObjectMeta.read(object),
                JsonFields.shared(object, "addressType"),
                object.path("endpoints"),
                object.path("ports"));
    }
}
