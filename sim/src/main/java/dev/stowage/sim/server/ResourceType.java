package dev.stowage.sim.server;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A kind of object as the simulated server keeps it.
///
/// @param schema the name of its type, for strategic merge patches
record ResourceType(Kind<?> kind, String schema, boolean hasStatus) {
    private static final List<ResourceType> ALL = List.of(
            new ResourceType(Kinds.CLAIMS, "io.k8s.api.core.v1.PersistentVolumeClaim", true),
            new ResourceType(Kinds.VOLUMES, "io.k8s.api.core.v1.PersistentVolume", true),
            new ResourceType(Kinds.NODES, "io.k8s.api.core.v1.Node", true),
            new ResourceType(Kinds.PODS, "io.k8s.api.core.v1.Pod", true),
            new ResourceType(Kinds.STORAGE_CLASSES, "io.k8s.api.storage.v1.StorageClass", false),
            new ResourceType(Kinds.CSI_DRIVERS, "io.k8s.api.storage.v1.CSIDriver", false),
            new ResourceType(Kinds.CSI_NODES, "io.k8s.api.storage.v1.CSINode", false),
            new ResourceType(Kinds.ATTACHMENTS, "io.k8s.api.storage.v1.VolumeAttachment", true),
            new ResourceType(Kinds.ATTRIBUTES_CLASSES, "io.k8s.api.storage.v1.VolumeAttributesClass", false),
            new ResourceType(Kinds.EVENTS, "io.k8s.api.core.v1.Event", false));
    private static final Map<String, ResourceType> BY_PLURAL = ALL.stream()
            .collect(Collectors.toMap(resourceType -> resourceType.kind().plural(), Function.identity()));

    static ResourceType of(String plural) throws ApiFailure {
        return Optional.ofNullable(BY_PLURAL.get(plural))
                .orElseThrow(() -> new ApiFailure(404, "NotFound", "there are no " + plural, null));
    }

    static List<ResourceType> all() {
        return ALL;
    }

    String plural() {
        return kind.plural();
    }
}
