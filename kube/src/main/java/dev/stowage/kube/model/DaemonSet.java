package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;

/// A DaemonSet.
///
/// @param onDelete whether pods are updated only when they are deleted
/// @param maxUnavailable a number, or a share in percent
/// @param maxSurge a number, or a share in percent
/// @param placing the scheduling constraints of the template
public record DaemonSet(
        ObjectMeta meta,
        long generation,
        int minReadySeconds,
        LabelSelector selector,
        JsonNode template,
        PodScheduling placing,
        boolean onDelete,
        String maxUnavailable,
        String maxSurge,
        int revisionHistoryLimit,
        JsonNode status)
        implements WorkloadResource {

    public static DaemonSet read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode update = spec.path("updateStrategy");
        return new DaemonSet(
                ObjectMeta.read(object),
                object.path("metadata").path("generation").asLong(),
                spec.path("minReadySeconds").asInt(),
                LabelSelector.required(spec.path("selector")),
                spec.path("template"),
                PodScheduling.read(spec.path("template").path("spec")),
                JsonFields.text(update, "type").equals("OnDelete"),
                update.path("rollingUpdate").path("maxUnavailable").asText("1"),
                update.path("rollingUpdate").path("maxSurge").asText("0"),
                spec.path("revisionHistoryLimit").asInt(10),
                object.path("status"));
    }
}
