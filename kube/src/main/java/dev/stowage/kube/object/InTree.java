package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sources that CSI drivers have taken over.
final class InTree {
    private static final List<String> TYPES = List.of(
            "awsElasticBlockStore",
            "gcePersistentDisk",
            "cinder",
            "azureDisk",
            "azureFile",
            "vsphereVolume",
            "portworxVolume");

    private InTree() {}

    static Volume.@Nullable InTreeSource of(JsonNode spec) {
        for (String type : TYPES) {
            JsonNode source = spec.path(type);
            if (source.isObject()) {
                return new Volume.InTreeSource(type, source);
            }
        }
        return null;
    }
}
