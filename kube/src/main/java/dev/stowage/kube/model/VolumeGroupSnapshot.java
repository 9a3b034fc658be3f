package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import org.jspecify.annotations.Nullable;

/// A VolumeGroupSnapshot.
///
/// @param selector the claims it is taken of; null for one that exists already
/// @param contentName the content it is made from; empty for one that is taken
/// @param className null when the field is absent
/// @param boundContent empty until it is bound
/// @param ready null until it is known
/// @param created when it was cut, as the server writes times; empty until then
/// @param errorTime as it was written; empty without an error
public record VolumeGroupSnapshot(
        ObjectMeta meta,
        @Nullable LabelSelector selector,
        String contentName,
        @Nullable String className,
        String boundContent,
        @Nullable Boolean ready,
        String created,
        String error,
        String errorTime)
        implements KubeObject {

    public static VolumeGroupSnapshot read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new VolumeGroupSnapshot(
                ObjectMeta.read(object),
                LabelSelector.read(spec.path("source").path("selector")),
                JsonFields.text(spec.path("source"), "volumeGroupSnapshotContentName"),
                JsonFields.textOrNull(spec, "volumeGroupSnapshotClassName"),
                JsonFields.text(status, "boundVolumeGroupSnapshotContentName"),
                status.has("readyToUse") ? status.path("readyToUse").asBoolean() : null,
                JsonFields.text(status, "creationTime"),
                JsonFields.text(status.path("error"), "message"),
                JsonFields.text(status.path("error"), "time"));
    }

    public boolean isReady() {
        return ready != null && ready;
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.VOLUME_GROUP_SNAPSHOTS, meta);
    }
}
