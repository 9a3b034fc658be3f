package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import org.jspecify.annotations.Nullable;

/// A VolumeSnapshotContent.
///
/// @param volumeHandle the volume to take it of; empty for one that exists already
/// @param snapshotHandle the snapshot that exists already; empty for one that is taken
/// @param status null until it is written
public record VolumeSnapshotContent(
        ObjectMeta meta,
        String driver,
        String deletionPolicy,
        String volumeHandle,
        String snapshotHandle,
        @Nullable String className,
        @Nullable ObjectReference snapshot,
        String sourceVolumeMode,
        @Nullable Status status)
        implements KubeObject {

    /// @param created nanoseconds since 1970; null until known
    /// @param restoreSize bytes; null until known
    /// @param errorTime as it was written; empty without an error
    public record Status(
            String handle,
            @Nullable Boolean ready,
            @Nullable Long created,
            @Nullable Long restoreSize,
            String error,
            String groupHandle,
            String errorTime) {

        static @Nullable Status read(JsonNode node) {
            return node.isObject()
                    ? new Status(
                            JsonFields.text(node, "snapshotHandle"),
                            node.has("readyToUse") ? node.path("readyToUse").asBoolean() : null,
                            node.has("creationTime") ? node.path("creationTime").asLong() : null,
                            node.has("restoreSize") ? node.path("restoreSize").asLong() : null,
                            JsonFields.text(node.path("error"), "message"),
                            JsonFields.text(node, "volumeGroupSnapshotHandle"),
                            JsonFields.text(node.path("error"), "time"))
                    : null;
        }
    }

    public static VolumeSnapshotContent read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new VolumeSnapshotContent(
                ObjectMeta.read(object),
                JsonFields.shared(spec, "driver"),
                JsonFields.shared(spec, "deletionPolicy"),
                JsonFields.text(spec.path("source"), "volumeHandle"),
                JsonFields.text(spec.path("source"), "snapshotHandle"),
                JsonFields.textOrNull(spec, "volumeSnapshotClassName"),
                ObjectReference.read(spec.path("volumeSnapshotRef")),
                JsonFields.shared(spec, "sourceVolumeMode"),
                Status.read(object.path("status")));
    }

    public boolean isBoundTo(VolumeSnapshot other) {
        return snapshot != null
                && snapshot.key().equals(other.key())
                && snapshot.uid().equals(other.meta().uid());
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.VOLUME_SNAPSHOT_CONTENTS, meta);
    }
}
