package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
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
        Meta meta,
        boolean unschedulable,
        List<Taint> taints,
        List<Condition> conditions,
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
                Meta.read(object),
                spec.path("unschedulable").asBoolean(),
                Fields.list(spec.path("taints"), Taint::read),
                Fields.list(status.path("conditions"), Condition::read),
                Fields.thousandths(status.path("allocatable")),
                Fields.list(
                        status.path("volumesAttached"),
                        volume -> new AttachedVolume(Fields.text(volume, "name"), Fields.text(volume, "devicePath"))),
                Set.copyOf(Fields.list(status.path("volumesInUse"), name -> name.asText(""))));
    }

    /// What the kubelet last said of itself.
    public boolean ready() {
        return condition("Ready")
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }

    public Optional<Condition> condition(String type) {
        return conditions.stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
    }

    public boolean hasTaint(String key) {
        return taints.stream().anyMatch(taint -> taint.key().equals(key));
    }

    public ObjectRef reference() {
        // Events on nodes have always carried the name in the place of the uid.
        return new ObjectRef("v1", "Node", "", meta.name(), meta.name(), "");
    }
}
