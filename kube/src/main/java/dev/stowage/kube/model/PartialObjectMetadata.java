package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;

/// An object of which only the metadata matters.
public record PartialObjectMetadata(ObjectMeta meta) implements KubeObject {

    public static PartialObjectMetadata read(JsonNode object) {
        return new PartialObjectMetadata(ObjectMeta.read(object));
    }

    /// Without labels, annotations and creation time, for caches of all objects of the cluster.
    public static PartialObjectMetadata ownersOnly(JsonNode object) {
        return new PartialObjectMetadata(ObjectMeta.bare(object));
    }
}
