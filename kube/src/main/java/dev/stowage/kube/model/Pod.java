package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Pod: its volumes, where it runs or may run, and how it fares.
///
/// @param grace seconds that its end may take, once somebody asked for it; null before
/// @param conditions what the kubelet and the scheduler say of it
public record Pod(
        ObjectMeta meta,
        String nodeName,
        String phase,
        @Nullable Integer grace,
        List<PodVolume> volumes,
        PodScheduling scheduling,
        List<StatusCondition> conditions,
        Containers containers)
        implements KubeObject {

    /// @param declared how many the pod has, those that only prepare it not counted
    /// @param stopped whether no container runs: each has ended, or not yet begun
    /// @param started when the kubelet took the pod up; null before
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
                Containers.read(object));
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

    /// Whether nothing of it runs any more, and nothing will.
    public boolean isTerminated() {
        return isOver() || (isBeingDeleted() && containers.stopped());
    }

    public boolean isReady() {
        return conditions.stream()
                .anyMatch(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"));
    }

    public ObjectReference reference() {
        return new ObjectReference("v1", "Pod", meta.namespace(), meta.name(), meta.uid(), meta.resourceVersion());
    }
}
