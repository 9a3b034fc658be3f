package dev.stowage.node.volume.want;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.migrate.Migration;
import dev.stowage.kube.object.PodVolume;
import dev.stowage.kube.object.Volume;
import dev.stowage.node.spec.NodePod;
import java.util.List;
import java.util.Optional;

/// Volumes that stand in a pod as they did before CSI.
final class OldInline {
    private static final List<String> TYPES = List.of(
            "awsElasticBlockStore",
            "gcePersistentDisk",
            "cinder",
            "azureDisk",
            "azureFile",
            "vsphereVolume",
            "portworxVolume");

    private OldInline() {}

    static Optional<Volume> of(NodePod pod, JsonNode volume) {
        return TYPES.stream()
                .filter(type -> volume.path(type).isObject())
                .findFirst()
                .map(type -> new PodVolume(
                        volume.path("name").asText(""),
                        "",
                        false,
                        null,
                        "",
                        new Volume.InTreeSource(type, volume.path(type))))
                .map(old -> Migration.toCsi(pod.meta().namespace(), old));
    }
}
