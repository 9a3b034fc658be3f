package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import org.jspecify.annotations.Nullable;

/// One volume of a pod.
///
/// @param claim the claim behind it; empty for a volume of another kind
/// @param template what the claim of an ephemeral volume shall look like; null for a volume of another kind
/// @param csiDriver the driver of a volume that is written inline; empty for a volume of another kind
/// @param inTree the source of an inline volume from the time before CSI, as it was written; null for others
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
