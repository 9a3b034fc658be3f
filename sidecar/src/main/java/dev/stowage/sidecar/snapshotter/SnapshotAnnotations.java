package dev.stowage.sidecar.snapshotter;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.model.KubeObject;

/// The annotations and finalizers on contents that the snapshot controller and this role share.
///
/// @param beingCreated annotation: the driver was called without a final result, so a snapshot may exist
/// @param beingDeleted annotation of the snapshot controller: it is no longer needed
/// @param finalizer keeps the content until the snapshot is deleted
/// @param secretName annotation: the secret for creating and deleting
/// @param reasons the prefix of its event reasons
record SnapshotAnnotations(
        String beingCreated,
        String beingDeleted,
        String finalizer,
        String secretName,
        String secretNamespace,
        String reasons) {

    static final SnapshotAnnotations SNAPSHOT = new SnapshotAnnotations(
            SnapshotMetadataKeys.BEING_CREATED,
            SnapshotMetadataKeys.BEING_DELETED,
            SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION,
            SnapshotMetadataKeys.DELETION_SECRET_NAME,
            SnapshotMetadataKeys.DELETION_SECRET_NAMESPACE,
            "Snapshot");
    static final SnapshotAnnotations GROUP = new SnapshotAnnotations(
            SnapshotMetadataKeys.GROUP_BEING_CREATED,
            SnapshotMetadataKeys.GROUP_BEING_DELETED,
            SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION,
            SnapshotMetadataKeys.GROUP_DELETION_SECRET_NAME,
            SnapshotMetadataKeys.GROUP_DELETION_SECRET_NAMESPACE,
            "GroupSnapshot");

    boolean isBeingCreated(KubeObject content) {
        return content.meta().annotations().containsKey(beingCreated);
    }

    /// Whether the content can be deleted now. Not while the result of a create call is uncertain: a snapshot
    /// could be orphaned.
    ///
    /// @param existing whether the snapshot existed before the content
    /// @param bound whether a snapshot object refers to the content
    boolean isDeletable(KubeObject content, boolean existing, boolean bound) {
        if (!content.isBeingDeleted()) {
            return false;
        }
        if (existing && !bound) {
            return true;
        }
        return !isBeingCreated(content) && content.meta().annotations().containsKey(beingDeleted);
    }
}
