package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/// A VolumeAttributesClass.
public record AttributesClass(Meta meta, String driver, Map<String, String> parameters) implements KubeObject {

    public static AttributesClass read(JsonNode object) {
        return new AttributesClass(
                Meta.read(object), Fields.shared(object, "driverName"), Fields.map(object.path("parameters")));
    }
}
