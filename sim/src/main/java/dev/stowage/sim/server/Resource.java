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
/// @param schema the name of its type, for patches that go by it
record Resource(Kind<?> kind, String schema, boolean hasStatus) {
    private static final List<Resource> ALL = List.of(
            new Resource(Kinds.CLAIMS, "io.k8s.api.core.v1.PersistentVolumeClaim", true),
            new Resource(Kinds.VOLUMES, "io.k8s.api.core.v1.PersistentVolume", true),
            new Resource(Kinds.NODES, "io.k8s.api.core.v1.Node", true),
            new Resource(Kinds.PODS, "io.k8s.api.core.v1.Pod", true),
            new Resource(Kinds.STORAGE_CLASSES, "io.k8s.api.storage.v1.StorageClass", false),
            new Resource(Kinds.CSI_DRIVERS, "io.k8s.api.storage.v1.CSIDriver", false),
            new Resource(Kinds.CSI_NODES, "io.k8s.api.storage.v1.CSINode", false),
            new Resource(Kinds.ATTACHMENTS, "io.k8s.api.storage.v1.VolumeAttachment", true),
            new Resource(Kinds.ATTRIBUTES_CLASSES, "io.k8s.api.storage.v1.VolumeAttributesClass", false),
            new Resource(Kinds.EVENTS, "io.k8s.api.core.v1.Event", false));
    private static final Map<String, Resource> BY_PLURAL =
            ALL.stream().collect(Collectors.toMap(resource -> resource.kind().plural(), Function.identity()));

    static Resource of(String plural) throws ApiFailure {
        return Optional.ofNullable(BY_PLURAL.get(plural))
                .orElseThrow(() -> new ApiFailure(404, "NotFound", "there are no " + plural, null));
    }

    static List<Resource> all() {
        return ALL;
    }

    String plural() {
        return kind.plural();
    }
}
