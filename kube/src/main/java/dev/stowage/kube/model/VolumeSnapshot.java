package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.Quantity;
import org.jspecify.annotations.Nullable;

/// A VolumeSnapshot.
///
/// @param claimName the claim it is taken of; empty for one that exists already
/// @param contentName the content it is made from; empty for one that is taken
/// @param className null when the field is absent
/// @param boundContent empty until it is bound
/// @param ready null until it is known
/// @param restoreSize null until it is known
/// @param groupName the group snapshot that it is a part of; empty for none
/// @param created when it was cut, as the server writes times; empty until then
/// @param errorTime as it was written; empty without an error
public record VolumeSnapshot(
        ObjectMeta meta,
        String claimName,
        String contentName,
        @Nullable String className,
        String boundContent,
        @Nullable Boolean ready,
        @Nullable Quantity restoreSize,
        String error,
        String groupName,
        String created,
        String errorTime)
        implements KubeObject {

    public static VolumeSnapshot read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new VolumeSnapshot(
                ObjectMeta.read(object),
                JsonFields.text(spec.path("source"), "persistentVolumeClaimName"),
                JsonFields.text(spec.path("source"), "volumeSnapshotContentName"),
                JsonFields.textOrNull(spec, "volumeSnapshotClassName"),
                JsonFields.text(status, "boundVolumeSnapshotContentName"),
                status.has("readyToUse") ? status.path("readyToUse").asBoolean() : null,
                status.has("restoreSize") ? Quantity.read(status.path("restoreSize")) : null,
                JsonFields.text(status.path("error"), "message"),
                JsonFields.text(status, "volumeGroupSnapshotName"),
                JsonFields.text(status, "creationTime"),
                JsonFields.text(status.path("error"), "time"));
    }

    public boolean isReady() {
        return ready != null && ready;
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.VOLUME_SNAPSHOTS, meta);
    }
}
