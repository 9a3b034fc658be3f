package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Pod: its volumes, its scheduling constraints and its state.
///
/// @param grace the grace period of its deletion in seconds; null before it is deleted
/// @param conditions as the kubelet and the scheduler report them
public record Pod(
        ObjectMeta meta,
        String nodeName,
        String phase,
        @Nullable Integer grace,
        List<PodVolume> volumes,
        PodScheduling scheduling,
        List<StatusCondition> conditions,
        Containers containers,
        PodNetwork network)
        implements KubeObject {

    /// @param declared the number of containers, without init containers
    /// @param stopped whether no container is running
    /// @param started when the kubelet accepted the pod; null before
    public record Containers(
            int declared, boolean stopped, @Nullable Instant started) {

        static Containers read(JsonNode object) {
            JsonNode status = object.path("status");
            boolean stopped = true;
            for (String list : List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")) {
                for (JsonNode container : status.path(list)) {
                    stopped &= !container.path("state").has("running");
                }
            }
            return new Containers(
                    object.path("spec").path("containers").size(), stopped, JsonFields.instant(status, "startTime"));
        }
    }

    public static Pod read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode meta = object.path("metadata");
        String name = meta.path("name").asText("");
        return new Pod(
                ObjectMeta.read(object),
                JsonFields.shared(spec, "nodeName"),
                JsonFields.shared(object.path("status"), "phase"),
                meta.has("deletionGracePeriodSeconds")
                        ? meta.path("deletionGracePeriodSeconds").asInt()
                        : null,
                JsonFields.list(spec.path("volumes"), volume -> PodVolume.read(name, volume)),
                PodScheduling.read(spec),
                JsonFields.list(object.path("status").path("conditions"), StatusCondition::read),
                Containers.read(object),
                PodNetwork.read(object));
    }

    /// The names of the claims that it uses, those of its ephemeral volumes included.
    public List<String> claims() {
        return volumes.stream()
                .map(PodVolume::claim)
                .filter(claim -> !claim.isEmpty())
                .toList();
    }

    public boolean isOver() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /// Whether all its containers have terminated for good.
    public boolean isTerminated() {
        return isOver() || (isBeingDeleted() && containers.stopped());
    }

    public boolean isReady() {
        return conditions.stream()
                .anyMatch(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"));
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.PODS, meta);
    }
}
