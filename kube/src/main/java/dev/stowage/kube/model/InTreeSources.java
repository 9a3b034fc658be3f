package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The in-tree sources that CSI drivers serve now.
final class InTreeSources {
    private static final List<String> TYPES = List.of(
            "awsElasticBlockStore",
            "gcePersistentDisk",
            "cinder",
            "azureDisk",
            "azureFile",
            "vsphereVolume",
            "portworxVolume");

    private InTreeSources() {}

    static PersistentVolume.@Nullable InTreeSource of(JsonNode spec) {
        for (String type : TYPES) {
            JsonNode source = spec.path(type);
            if (source.isObject()) {
                return new PersistentVolume.InTreeSource(type, source);
            }
        }
        return null;
    }
}
