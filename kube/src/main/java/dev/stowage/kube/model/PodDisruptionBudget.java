package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;

/// A PodDisruptionBudget.
///
/// @param minAvailable a number or a percentage; empty when it is not set
/// @param maxUnavailable a number or a percentage; empty when it is not set
public record PodDisruptionBudget(
        ObjectMeta meta,
        long generation,
        LabelSelector selector,
        String minAvailable,
        String maxUnavailable,
        JsonNode status)
        implements KubeObject {

    public static PodDisruptionBudget read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new PodDisruptionBudget(
                ObjectMeta.read(object),
                object.path("metadata").path("generation").asLong(),
                LabelSelector.required(spec.path("selector")),
                JsonFields.shared(spec, "minAvailable"),
                JsonFields.shared(spec, "maxUnavailable"),
                object.path("status"));
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.POD_DISRUPTION_BUDGETS, meta);
    }
}
