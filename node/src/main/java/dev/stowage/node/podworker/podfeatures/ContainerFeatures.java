package dev.stowage.node.podworker.podfeatures;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.RuntimeFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The features that the kubelet checks when it creates a container, in its words.
record ContainerFeatures(Set<RuntimeFeature> runtime) {

    List<UnsupportedFeature> unsupported(NodePod pod, JsonNode container) {
        String name = container.path("name").asText("");
        List<UnsupportedFeature> unsupported = new ArrayList<>();
        for (JsonNode mount : container.path("volumeMounts")) {
            recursiveReadOnly(mount)
                    .map(why -> new UnsupportedFeature.OfContainer(
                            name, "failed to resolve recursive read-only mode: " + why))
                    .ifPresent(unsupported::add);
        }
        nonRoot(pod, container)
                .map(why -> new UnsupportedFeature.OfContainer(
                        name,
                        why
                                + " (pod: \"%s_%s(%s)\", container: %s)"
                                        .formatted(pod.meta().name(), pod.meta().namespace(), pod.uid(), name)))
                .ifPresent(unsupported::add);
        return unsupported;
    }

    private Optional<String> recursiveReadOnly(JsonNode mount) {
        String mode = mount.path("recursiveReadOnly").asText("");
        if (mode.isEmpty() || mode.equals("Disabled")) {
            return Optional.empty();
        }
        String volume = "volume \"" + mount.path("name").asText("") + "\" requested recursive read-only mode, but ";
        String propagation = mount.path("mountPropagation").asText("None");
        if (!mount.path("readOnly").asBoolean()) {
            return Optional.of(volume + "it is not read-only");
        }
        if (!propagation.equals("None")) {
            return Optional.of(volume + "it is not compatible with propagation \"" + propagation + "\"");
        }
        return switch (mode) {
            case "IfPossible" -> Optional.empty();
            case "Enabled" ->
                runtime.contains(RuntimeFeature.RECURSIVE_READ_ONLY)
                        ? Optional.empty()
                        : Optional.of(volume + "it is not supported by the runtime");
            default -> Optional.of("unknown recursive read-only mode \"" + mode + "\"");
        };
    }

    /// The user of an image is known only when the image is there: the runtime checks it.
    private Optional<String> nonRoot(NodePod pod, JsonNode container) {
        if (!PodFeatures.effective(pod, container, "runAsNonRoot").asBoolean()) {
            return Optional.empty();
        }
        JsonNode user = PodFeatures.effective(pod, container, "runAsUser");
        if (user.isNumber()) {
            return user.asLong() == 0 ? Optional.of("container's runAsUser breaks non-root policy") : Optional.empty();
        }
        return runtime.contains(RuntimeFeature.IMAGES)
                ? Optional.empty()
                : Optional.of("container has runAsNonRoot and image will run as root");
    }
}
