package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.Map;

/// A VolumeSnapshotClass, or a VolumeGroupSnapshotClass: they have the same fields.
public record VolumeSnapshotClass(ObjectMeta meta, String driver, String deletionPolicy, Map<String, String> parameters)
        implements KubeObject {

    public static VolumeSnapshotClass read(JsonNode object) {
        return new VolumeSnapshotClass(
                ObjectMeta.read(object),
                JsonFields.shared(object, "driver"),
                JsonFields.shared(object, "deletionPolicy"),
                JsonFields.map(object.path("parameters")));
    }
}
