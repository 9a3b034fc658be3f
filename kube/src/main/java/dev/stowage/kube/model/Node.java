package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A Node.
///
/// @param unschedulable whether somebody cordoned it
/// @param conditions what the kubelet last said of itself
/// @param allocatable thousandths of what pods can have of it, by resource
/// @param attached the volumes that are told to be attached, by their unique names
/// @param inUse the volumes that the kubelet has mounted or is about to
public record Node(
        ObjectMeta meta,
        boolean unschedulable,
        List<Taint> taints,
        List<StatusCondition> conditions,
        Map<String, Long> allocatable,
        List<AttachedVolume> attached,
        Set<String> inUse)
        implements KubeObject {

    /// @param devicePath empty for volumes of CSI drivers
    public record AttachedVolume(String name, String devicePath) {}

    public static Node read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new Node(
                ObjectMeta.read(object),
                spec.path("unschedulable").asBoolean(),
                JsonFields.list(spec.path("taints"), Taint::read),
                JsonFields.list(status.path("conditions"), StatusCondition::read),
                JsonFields.thousandths(status.path("allocatable")),
                JsonFields.list(
                        status.path("volumesAttached"),
                        volume -> new AttachedVolume(
                                JsonFields.text(volume, "name"), JsonFields.text(volume, "devicePath"))),
                Set.copyOf(JsonFields.list(status.path("volumesInUse"), name -> name.asText(""))));
    }

    /// What the kubelet last said of itself.
    public boolean ready() {
        return condition("Ready")
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }

    public Optional<StatusCondition> condition(String type) {
        return conditions.stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
    }

    public boolean hasTaint(String key) {
        return taints.stream().anyMatch(taint -> taint.key().equals(key));
    }

    public ObjectReference reference() {
        // Events on nodes have always carried the name in the place of the uid.
        return new ObjectReference("v1", "Node", "", meta.name(), meta.name(), "");
    }
}
