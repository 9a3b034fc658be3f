package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;

/// A ControllerRevision: a former or current template of a workload.
///
/// @param data a patch that restores that template
/// @param revision the higher the later
public record ControllerRevision(ObjectMeta meta, JsonNode data, long revision) implements KubeObject {

    public static ControllerRevision read(JsonNode object) {
        return new ControllerRevision(
                ObjectMeta.read(object),
                object.path("data"),
                object.path("revision").asLong());
    }
}
