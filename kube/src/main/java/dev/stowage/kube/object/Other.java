package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;

/// An object of which only the name and the like matter.
public record Other(Meta meta) implements KubeObject {

    public static Other read(JsonNode object) {
        return new Other(Meta.read(object));
    }

    /// Without labels, annotations and the time of creation, for those who keep one for every object that there is.
    public static Other bare(JsonNode object) {
        return new Other(Meta.bare(object));
    }
}
