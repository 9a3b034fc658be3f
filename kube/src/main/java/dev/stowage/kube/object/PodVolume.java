package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
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
        Volume.@Nullable InTreeSource inTree) {

    static PodVolume read(String pod, JsonNode volume) {
        String name = Fields.shared(volume, "name");
        JsonNode ephemeral = volume.path("ephemeral");
        JsonNode claim = volume.path("persistentVolumeClaim");
        return new PodVolume(
                name,
                ephemeral.isObject() ? pod + "-" + name : Fields.text(claim, "claimName"),
                claim.path("readOnly").asBoolean(),
                ephemeral.isObject() ? ephemeral.path("volumeClaimTemplate") : null,
                Fields.shared(volume.path("csi"), "driver"),
                InTree.of(volume));
    }

    public boolean isEphemeral() {
        return template != null;
    }
}
