package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The in-tree sources: those that CSI drivers serve now, and those that nodes mount themselves.
final class InTreeSources {
    private static final List<String> TYPES = List.of(
            "awsElasticBlockStore",
            "gcePersistentDisk",
            "cinder",
            "azureDisk",
            "azureFile",
            "vsphereVolume",
            "portworxVolume");

    private static final List<String> WITHOUT_DRIVER = List.of("hostPath", "local", "nfs");

    private InTreeSources() {}

    static PersistentVolume.@Nullable InTreeSource of(JsonNode spec) {
        return find(spec, TYPES);
    }

    static PersistentVolume.@Nullable InTreeSource withoutDriver(JsonNode spec) {
        return find(spec, WITHOUT_DRIVER);
    }

    private static PersistentVolume.@Nullable InTreeSource find(JsonNode spec, List<String> types) {
        for (String type : types) {
            JsonNode source = spec.path(type);
            if (source.isObject()) {
                return new PersistentVolume.InTreeSource(type, source);
            }
        }
        return null;
    }
}
