package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.List;

/// A content that is being deleted and for which no driver has taken a snapshot. Usually csi-snapshotter
/// removes its finalizer. But a driver that cannot take snapshots has no csi-snapshotter, and an uninstalled
/// driver has none any more: then we do it.
///
/// csi-snapshotter sets the annotation `being-created` before it calls the driver, and removes it when the
/// status has the handle or the driver has refused. So without annotation and handle there is no snapshot.
/// The finalizer is removed only from the content as it was read: if csi-snapshotter has just set the
/// annotation, the server refuses; if it sets the annotation later, it finds no content and does not call the
/// driver.
final class UntakenContent {

    private UntakenContent() {}

    /// @return empty when the finalizer must stay
    static List<ClusterAction> release(VolumeSnapshotContent content) {
        VolumeSnapshotContent.Status status = content.status();
        boolean untaken =
                status == null || (status.handle().isEmpty() && !status.error().isEmpty());
        return untaken && !content.volumeHandle().isEmpty()
                ? release(
                        Kinds.SNAPSHOT_CONTENTS,
                        content,
                        SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION,
                        SnapshotMetadataKeys.BEING_CREATED)
                : List.of();
    }

    /// @return empty when the finalizer must stay
    static List<ClusterAction> release(VolumeGroupSnapshotContent content) {
        VolumeGroupSnapshotContent.Status status = content.status();
        boolean untaken =
                status == null || (status.handle().isEmpty() && !status.error().isEmpty());
        return untaken && !content.volumeHandles().isEmpty()
                ? release(
                        Kinds.GROUP_SNAPSHOT_CONTENTS,
                        content,
                        SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION,
                        SnapshotMetadataKeys.GROUP_BEING_CREATED)
                : List.of();
    }

    private static <T extends KubeObject> List<ClusterAction> release(
            Kind<T> kind, T content, String finalizer, String beingCreated) {
        if (!content.isBeingDeleted()
                || !content.meta().hasFinalizer(finalizer)
                || content.meta().annotations().containsKey(beingCreated)) {
            return List.of();
        }
        ObjectNode body = Json.object();
        var left = body.putObject("metadata").putArray("finalizers");
        content.meta().finalizers().stream()
                .filter(each -> !each.equals(finalizer))
                .forEach(left::add);
        return List.of(
                new ClusterAction.PatchObject<>(kind, content, Patch.merge(body).onlyIfUnchanged(content)));
    }
}
