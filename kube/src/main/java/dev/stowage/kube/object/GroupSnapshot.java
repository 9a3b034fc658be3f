package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/// A VolumeGroupSnapshot.
///
/// @param selector the claims it is taken of; null for one that exists already
/// @param contentName the content it is made from; empty for one that is taken
/// @param className null when the field is absent
/// @param boundContent empty until it is bound
/// @param ready null until somebody knows
/// @param created when it was cut, as the server writes times; empty until then
/// @param errorTime as it was written; empty without an error
public record GroupSnapshot(
        Meta meta,
        @Nullable LabelSelector selector,
        String contentName,
        @Nullable String className,
        String boundContent,
        @Nullable Boolean ready,
        String created,
        String error,
        String errorTime)
        implements KubeObject {

    public static GroupSnapshot read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new GroupSnapshot(
                Meta.read(object),
                LabelSelector.read(spec.path("source").path("selector")),
                Fields.text(spec.path("source"), "volumeGroupSnapshotContentName"),
                Fields.textOrNull(spec, "volumeGroupSnapshotClassName"),
                Fields.text(status, "boundVolumeGroupSnapshotContentName"),
                status.has("readyToUse") ? status.path("readyToUse").asBoolean() : null,
                Fields.text(status, "creationTime"),
                Fields.text(status.path("error"), "message"),
                Fields.text(status.path("error"), "time"));
    }

    public boolean isReady() {
        return ready != null && ready;
    }

    public ObjectRef reference() {
        return new ObjectRef(
                "groupsnapshot.storage.k8s.io/v1",
                "VolumeGroupSnapshot",
                meta.namespace(),
                meta.name(),
                meta.uid(),
                meta.version());
    }
}
