package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A VolumeGroupSnapshotContent.
///
/// @param volumeHandles the volumes to take it of; empty for one that exists already
/// @param groupHandle the group snapshot that exists already; empty for one that is taken
/// @param snapshotHandles its members, for one that exists already
public record VolumeGroupSnapshotContent(
        ObjectMeta meta,
        String driver,
        String deletionPolicy,
        List<String> volumeHandles,
        String groupHandle,
        List<String> snapshotHandles,
        @Nullable String className,
        @Nullable ObjectReference groupSnapshot,
        @Nullable Status status)
        implements KubeObject {

    /// @param created as the server writes times; empty until known
    /// @param errorTime as it was written; empty without an error
    public record Status(
            String handle,
            @Nullable Boolean ready,
            String created,
            String error,
            List<Member> members,
            String errorTime) {

        static @Nullable Status read(JsonNode node) {
            return node.isObject()
                    ? new Status(
                            JsonFields.text(node, "volumeGroupSnapshotHandle"),
                            node.has("readyToUse") ? node.path("readyToUse").asBoolean() : null,
                            JsonFields.text(node, "creationTime"),
                            JsonFields.text(node.path("error"), "message"),
                            JsonFields.list(node.path("volumeSnapshotInfoList"), Member::read),
                            JsonFields.text(node.path("error"), "time"))
                    : null;
        }
    }

    /// One snapshot of the group.
    public record Member(
            String volumeHandle,
            String snapshotHandle,
            @Nullable Long created,
            @Nullable Boolean ready,
            @Nullable Long restoreSize) {

        static Member read(JsonNode node) {
            return new Member(
                    JsonFields.text(node, "volumeHandle"),
                    JsonFields.text(node, "snapshotHandle"),
                    node.has("creationTime") ? node.path("creationTime").asLong() : null,
                    node.has("readyToUse") ? node.path("readyToUse").asBoolean() : null,
                    node.has("restoreSize") ? node.path("restoreSize").asLong() : null);
        }
    }

    public static VolumeGroupSnapshotContent read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode source = spec.path("source");
        JsonNode handles = source.path("groupSnapshotHandles");
        return new VolumeGroupSnapshotContent(
                ObjectMeta.read(object),
                JsonFields.shared(spec, "driver"),
                JsonFields.shared(spec, "deletionPolicy"),
                JsonFields.texts(source.path("volumeHandles")),
                JsonFields.text(handles, "volumeGroupSnapshotHandle"),
                JsonFields.texts(handles.path("volumeSnapshotHandles")),
                JsonFields.textOrNull(spec, "volumeGroupSnapshotClassName"),
                ObjectReference.read(spec.path("volumeGroupSnapshotRef")),
                Status.read(object.path("status")));
    }

    public boolean isBoundTo(VolumeGroupSnapshot other) {
        return groupSnapshot != null
                && groupSnapshot.key().equals(other.key())
                && groupSnapshot.uid().equals(other.meta().uid());
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.VOLUME_GROUP_SNAPSHOT_CONTENTS, meta);
    }
}
