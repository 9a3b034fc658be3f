package dev.stowage.node.podworker.podfeatures;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.RuntimeFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Compares what a pod asks for with what this node gives. A protection that the node cannot give is never left
/// out silently: the pod does not run then. A pure function of the pod.
public final class PodFeatures {
    private final Set<RuntimeFeature> runtime;
    private final SecurityModules securityModules;

    public PodFeatures(Set<RuntimeFeature> runtime, SecurityModules securityModules) {
        this.runtime = Set.copyOf(runtime);
        this.securityModules = securityModules;
    }

    /// Why the pod is rejected; empty when it is not.
    public Optional<UnsupportedFeature.OfPod> rejection(NodePod pod) {
        return unsupported(pod).stream()
                .filter(UnsupportedFeature.OfPod.class::isInstance)
                .map(UnsupportedFeature.OfPod.class::cast)
                .findFirst();
    }

    /// Why no sandbox is created for the pod. A pod that was admitted by an older node is not admitted again,
    /// so the reasons for a rejection are among these.
    public Optional<String> sandboxRefusal(NodePod pod) {
        return unsupported(pod).stream()
                .filter(feature -> !(feature instanceof UnsupportedFeature.OfContainer))
                .map(UnsupportedFeature::message)
                .findFirst();
    }

    /// Why a container of the pod is not created. What an ephemeral container asks for concerns no other
    /// container: it is added when the pod runs.
    public Optional<String> containerRefusal(NodePod pod, String container) {
        Optional<JsonNode> ephemeral = pod.ephemeralContainers().stream()
                .filter(each -> each.path("name").asText("").equals(container))
                .findFirst();
        NodePod alone = ephemeral.isPresent() ? withOnly(pod, ephemeral.get()) : pod;
        return unsupported(alone).stream()
                .filter(feature -> !(feature instanceof UnsupportedFeature.OfContainer(String name, String _))
                        || name.equals(container))
                .map(UnsupportedFeature::message)
                .findFirst();
    }

    private static NodePod withOnly(NodePod pod, JsonNode container) {
        ObjectNode spec = Json.object();
        pod.spec().propertyStream().forEach(field -> spec.set(field.getKey(), field.getValue()));
        spec.remove("initContainers");
        spec.putArray("containers").add(container);
        return new NodePod(pod.meta(), spec, pod.status(), pod.grace(), pod.generation());
    }

    /// Everything that the pod asks for and the node does not give, ephemeral containers aside.
    List<UnsupportedFeature> unsupported(NodePod pod) {
        List<UnsupportedFeature> unsupported =
                new ArrayList<>(new AdmissionFeatures(runtime, securityModules).unsupported(pod));
        JsonNode hostUsers = pod.spec().path("hostUsers");
        if (hostUsers.isBoolean() && !hostUsers.asBoolean()) {
            unsupported.add(new UnsupportedFeature.OfSandbox(
                    "can't set `spec.hostUsers: false`, runtime does not support user namespaces"));
        }
        ContainerFeatures containers = new ContainerFeatures(runtime);
        for (JsonNode container : containers(pod)) {
            unsupported.addAll(containers.unsupported(pod, container));
        }
        return unsupported;
    }

    static List<JsonNode> containers(NodePod pod) {
        List<JsonNode> containers = new ArrayList<>(pod.initContainers());
        containers.addAll(pod.containers());
        return containers;
    }

    /// A field of the container's security context, or else of the pod's.
    static JsonNode effective(NodePod pod, JsonNode container, String field) {
        JsonNode own = container.path("securityContext");
        return own.has(field) ? own.path(field) : pod.securityContext().path(field);
    }
}
