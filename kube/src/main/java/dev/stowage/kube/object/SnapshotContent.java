package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/// A VolumeSnapshotContent.
///
/// @param volumeHandle the volume to take it of; empty for one that exists already
/// @param snapshotHandle the snapshot that exists already; empty for one that is taken
/// @param status null until somebody wrote one
public record SnapshotContent(
        Meta meta,
        String driver,
        String deletionPolicy,
        String volumeHandle,
        String snapshotHandle,
        @Nullable String className,
        @Nullable ObjectRef snapshot,
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
                            Fields.text(node, "snapshotHandle"),
                            node.has("readyToUse") ? node.path("readyToUse").asBoolean() : null,
                            node.has("creationTime") ? node.path("creationTime").asLong() : null,
                            node.has("restoreSize") ? node.path("restoreSize").asLong() : null,
                            Fields.text(node.path("error"), "message"),
                            Fields.text(node, "volumeGroupSnapshotHandle"),
                            Fields.text(node.path("error"), "time"))
                    : null;
        }
    }

    public static SnapshotContent read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new SnapshotContent(
                Meta.read(object),
                Fields.shared(spec, "driver"),
                Fields.shared(spec, "deletionPolicy"),
                Fields.text(spec.path("source"), "volumeHandle"),
                Fields.text(spec.path("source"), "snapshotHandle"),
                Fields.textOrNull(spec, "volumeSnapshotClassName"),
                ObjectRef.read(spec.path("volumeSnapshotRef")),
                Fields.shared(spec, "sourceVolumeMode"),
                Status.read(object.path("status")));
    }

    public boolean isBoundTo(Snapshot other) {
        return snapshot != null
                && snapshot.key().equals(other.key())
                && snapshot.uid().equals(other.meta().uid());
    }

    public ObjectRef reference() {
        return new ObjectRef(
                "snapshot.storage.k8s.io/v1", "VolumeSnapshotContent", "", meta.name(), meta.uid(), meta.version());
    }
}
