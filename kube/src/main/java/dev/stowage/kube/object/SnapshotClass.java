package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/// A VolumeSnapshotClass, or a VolumeGroupSnapshotClass: they have the same fields.
public record SnapshotClass(Meta meta, String driver, String deletionPolicy, Map<String, String> parameters)
        implements KubeObject {

    public static SnapshotClass read(JsonNode object) {
        return new SnapshotClass(
                Meta.read(object),
                Fields.shared(object, "driver"),
                Fields.shared(object, "deletionPolicy"),
                Fields.map(object.path("parameters")));
    }
}
