package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A Node.
///
/// @param unschedulable whether it is cordoned
/// @param conditions as the kubelet last reported them
/// @param allocatable thousandths of what pods can have of it, by resource
/// @param attached the volumes that are reported as attached, by their unique names
/// @param inUse the volumes that the kubelet has mounted or is about to mount
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
                JsonFields.milliValues(status.path("allocatable")),
                JsonFields.list(
                        status.path("volumesAttached"),
                        volume -> new AttachedVolume(
                                JsonFields.text(volume, "name"), JsonFields.text(volume, "devicePath"))),
                Set.copyOf(JsonFields.list(status.path("volumesInUse"), name -> name.asText(""))));
    }

    /// The last reported state of the kubelet.
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
        // Events on nodes have the name in place of the uid, as in Kubernetes.
        return new ObjectReference("v1", "Node", "", meta.name(), meta.name(), "");
    }
}
