package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import org.jspecify.annotations.Nullable;

/// One volume of a pod.
///
/// @param claim the name of its claim; empty for other volumes
/// @param template the claim template of an ephemeral volume; null for other volumes
/// @param csiDriver the driver of a CSI inline volume; empty for other volumes
/// @param inTree the in-tree source of an inline volume as it was written; null for other volumes
public record PodVolume(
        String name,
        String claim,
        boolean readOnly,
        @Nullable JsonNode template,
        String csiDriver,
        PersistentVolume.@Nullable InTreeSource inTree) {

    static PodVolume read(String pod, JsonNode volume) {
        String name = JsonFields.shared(volume, "name");
        JsonNode ephemeral = volume.path("ephemeral");
        JsonNode claim = volume.path("persistentVolumeClaim");
        return new PodVolume(
                name,
                ephemeral.isObject() ? pod + "-" + name : JsonFields.text(claim, "claimName"),
                claim.path("readOnly").asBoolean(),
                ephemeral.isObject() ? ephemeral.path("volumeClaimTemplate") : null,
                JsonFields.shared(volume.path("csi"), "driver"),
                InTreeSources.of(volume));
    }

    public boolean isEphemeral() {
        return template != null;
    }
}
