package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.LabelSelector;

/// A ReplicaSet.
public record ReplicaSet(
        ObjectMeta meta,
        long generation,
        int replicas,
        int minReadySeconds,
        LabelSelector selector,
        JsonNode template,
        JsonNode status)
        implements WorkloadResource {

    public static ReplicaSet read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new ReplicaSet(
                ObjectMeta.read(object),
                object.path("metadata").path("generation").asLong(),
                spec.path("replicas").asInt(1),
                spec.path("minReadySeconds").asInt(),
                LabelSelector.required(spec.path("selector")),
                spec.path("template"),
                object.path("status"));
    }

    /// The number of available pods, as its controller reported it.
    public int available() {
        return status.path("availableReplicas").asInt();
    }

    /// The number of pods, as its controller reported it.
    public int counted() {
        return status.path("replicas").asInt();
    }
}
