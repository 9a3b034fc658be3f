package dev.stowage.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.ObjectReference;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A complete pod. A node reads only its own pods, so no field is left out.
///
/// @param grace the grace period in seconds once its deletion is requested; null before
/// @param generation counts the changes of the spec; 0 when the server does not count them
public record NodePod(
        ObjectMeta meta,
        JsonNode spec,
        JsonNode status,
        @Nullable Integer grace,
        long generation) implements KubeObject {

    public static final Kind<NodePod> KIND = new Kind<>(ApiResources.PODS, NodePod::read);

    public static NodePod read(JsonNode object) {
        JsonNode meta = object.path("metadata");
        return new NodePod(
                ObjectMeta.read(object),
                object.path("spec"),
                object.path("status"),
                meta.has("deletionGracePeriodSeconds")
                        ? meta.path("deletionGracePeriodSeconds").asInt()
                        : null,
                meta.path("generation").asLong());
    }

    /// The field selector for the pods of a node.
    public static String selector(String node) {
        return "fieldSelector=spec.nodeName%3D" + node;
    }

    public String uid() {
        return meta.uid();
    }

    /// `namespace/name`, for logs and messages.
    public String shown() {
        return meta.namespace() + "/" + meta.name();
    }

    /// Whether another pod has the same name.
    public boolean isNamed(NodePod other) {
        return meta.key().equals(other.meta.key());
    }

    public String phase() {
        return status.path("phase").asText("");
    }

    public boolean isOver() {
        return phase().equals("Succeeded") || phase().equals("Failed");
    }

    public List<JsonNode> volumes() {
        return spec.path("volumes").valueStream().toList();
    }

    public Optional<JsonNode> volume(String name) {
        return volumes().stream()
                .filter(volume -> volume.path("name").asText("").equals(name))
                .findFirst();
    }

    public List<JsonNode> initContainers() {
        return spec.path("initContainers").valueStream().toList();
    }

    public List<JsonNode> containers() {
        return spec.path("containers").valueStream().toList();
    }

    /// Containers that were added to the running pod to debug it.
    public List<JsonNode> ephemeralContainers() {
        return spec.path("ephemeralContainers").valueStream().toList();
    }

    public JsonNode securityContext() {
        return spec.path("securityContext");
    }

    /// The fsGroup of volumes; null when it is not set.
    public @Nullable Long fsGroup() {
        return securityContext().has("fsGroup")
                ? securityContext().path("fsGroup").asLong()
                : null;
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.PODS, meta);
    }
}
