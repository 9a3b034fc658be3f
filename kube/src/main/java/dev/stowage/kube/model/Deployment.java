package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.LabelSelector;

/// A Deployment.
///
/// @param recreate whether the old pods end before new ones begin
/// @param maxSurge a number, or a share in percent
/// @param maxUnavailable a number, or a share in percent
/// @param progressDeadline seconds without progress after which it counts as stuck
public record Deployment(
        ObjectMeta meta,
        long generation,
        int replicas,
        int minReadySeconds,
        LabelSelector selector,
        JsonNode template,
        boolean recreate,
        String maxSurge,
        String maxUnavailable,
        int revisionHistoryLimit,
        int progressDeadline,
        boolean paused,
        JsonNode status)
        implements WorkloadResource {

    public static Deployment read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode rolling = spec.path("strategy").path("rollingUpdate");
        return new Deployment(
                ObjectMeta.read(object),
                object.path("metadata").path("generation").asLong(),
                spec.path("replicas").asInt(1),
                spec.path("minReadySeconds").asInt(),
                LabelSelector.required(spec.path("selector")),
                spec.path("template"),
                spec.path("strategy").path("type").asText("").equals("Recreate"),
                rolling.path("maxSurge").asText("25%"),
                rolling.path("maxUnavailable").asText("25%"),
                spec.path("revisionHistoryLimit").asInt(10),
                spec.path("progressDeadlineSeconds").asInt(600),
                spec.path("paused").asBoolean(),
                object.path("status"));
    }
}
