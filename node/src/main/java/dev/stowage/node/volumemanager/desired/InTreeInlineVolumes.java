package dev.stowage.node.volumemanager.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PodVolume;
import dev.stowage.node.pod.NodePod;
import java.util.List;
import java.util.Optional;

/// Inline in-tree volumes of pods, from the time before CSI.
final class InTreeInlineVolumes {
    private static final List<String> TYPES = List.of(
            "awsElasticBlockStore",
            "gcePersistentDisk",
            "cinder",
            "azureDisk",
            "azureFile",
            "vsphereVolume",
            "portworxVolume");

    private InTreeInlineVolumes() {}

    static Optional<PersistentVolume> of(NodePod pod, JsonNode volume) {
        return TYPES.stream()
                .filter(type -> volume.path(type).isObject())
                .findFirst()
                .map(type -> new PodVolume(
                        volume.path("name").asText(""),
                        "",
                        false,
                        null,
                        "",
                        new PersistentVolume.InTreeSource(type, volume.path(type))))
                .map(old -> CsiTranslator.toCsi(pod.meta().namespace(), old));
    }
}
