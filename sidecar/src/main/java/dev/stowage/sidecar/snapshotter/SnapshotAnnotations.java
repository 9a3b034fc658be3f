package dev.stowage.sidecar.snapshotter;

import dev.stowage.kube.model.KubeObject;

/// How the snapshot controller and this role tell each other, on a content, what they are about.
///
/// @param beingCreated annotation: the driver was asked and did not answer yet, so there may be a snapshot
/// @param beingDeleted annotation of the snapshot controller: nobody needs it any more
/// @param finalizer keeps the content until the snapshot is gone
/// @param secretName annotation: the secret for taking and deleting
/// @param reasons what the reasons of its events begin with
record SnapshotAnnotations(
        String beingCreated,
        String beingDeleted,
        String finalizer,
        String secretName,
        String secretNamespace,
        String reasons) {

    /// On a content that belongs to a group: the group's handle.
    static final String IN_GROUP = "groupsnapshot.storage.k8s.io/volumeGroupSnapshotHandle";
    /// A label: the node that looks after the content.
    static final String MANAGED_BY = "snapshot.storage.kubernetes.io/managed-by";

    private static final String ONE = "snapshot.storage.kubernetes.io/";
    private static final String MANY = "groupsnapshot.storage.kubernetes.io/";

    static final SnapshotAnnotations SNAPSHOT = new SnapshotAnnotations(
            ONE + "volumesnapshot-being-created",
            ONE + "volumesnapshot-being-deleted",
            ONE + "volumesnapshotcontent-bound-protection",
            ONE + "deletion-secret-name",
            ONE + "deletion-secret-namespace",
            "Snapshot");
    static final SnapshotAnnotations GROUP = new SnapshotAnnotations(
            MANY + "volumegroupsnapshot-being-created",
            MANY + "volumegroupsnapshot-being-deleted",
            MANY + "volumegroupsnapshotcontent-bound-protection",
            MANY + "deletion-secret-name",
            MANY + "deletion-secret-namespace",
            "GroupSnapshot");

    boolean isBeingCreated(KubeObject content) {
        return content.meta().annotations().containsKey(beingCreated);
    }

    /// Whether the content can go now. While a call to create is without an answer, it cannot: there may be a
    /// snapshot
    /// that nobody would know of.
    ///
    /// @param existing whether the snapshot was there before the content
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
