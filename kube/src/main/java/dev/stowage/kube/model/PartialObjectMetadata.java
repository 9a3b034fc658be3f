package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;

/// An object of which only the name and the like matter.
public record PartialObjectMetadata(ObjectMeta meta) implements KubeObject {

    public static PartialObjectMetadata read(JsonNode object) {
        return new PartialObjectMetadata(ObjectMeta.read(object));
    }

    /// Without labels, annotations and the time of creation, for those who keep one for every object that there is.
    public static PartialObjectMetadata bare(JsonNode object) {
        return new PartialObjectMetadata(ObjectMeta.bare(object));
    }
}
