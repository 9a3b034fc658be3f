package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.Map;

/// A VolumeAttributesClass.
public record VolumeAttributesClass(ObjectMeta meta, String driver, Map<String, String> parameters)
        implements KubeObject {

    public static VolumeAttributesClass read(JsonNode object) {
        return new VolumeAttributesClass(
                ObjectMeta.read(object),
                JsonFields.shared(object, "driverName"),
                JsonFields.map(object.path("parameters")));
    }
}
