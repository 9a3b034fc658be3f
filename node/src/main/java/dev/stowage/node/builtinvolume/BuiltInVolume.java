package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.PersistentVolume;
import java.util.List;
import java.util.Optional;

/// A volume of a pod that needs no driver.
///
/// @param name in the pod
/// @param source an object with the field of its type, as in the pod or in the persistent volume
/// @param readOnly whether the pod asks for the claim read-only
/// @param persistentVolume the volume of the claim; empty for an inline volume
public record BuiltInVolume(
        String name, JsonNode source, boolean readOnly, Optional<PersistentVolume> persistentVolume) {

    /// @param volume as in the pod's list
    public static BuiltInVolume inline(JsonNode volume) {
        return new BuiltInVolume(volume.path("name").asText(""), volume, false, Optional.empty());
    }

    public static BuiltInVolume claimed(
            String name, PersistentVolume volume, PersistentVolume.InTreeSource from, boolean readOnly) {
        ObjectNode source = Json.object();
        source.set(from.type(), from.source());
        return new BuiltInVolume(name, source, readOnly, Optional.of(volume));
    }

    /// The name of the persistent volume, or of an inline volume in its pod; paths are built from it.
    public String specName() {
        return persistentVolume.map(volume -> volume.meta().name()).orElse(name);
    }

    public boolean block() {
        return persistentVolume
                .filter(volume -> volume.volumeMode().equals("Block"))
                .isPresent();
    }

    /// No other pod on this node may use it at the same time.
    public boolean alone() {
        return persistentVolume
                .filter(volume -> volume.accessModes().equals(List.of(PersistentVolumeAccessMode.READ_WRITE_ONCE_POD)))
                .isPresent();
    }
}
