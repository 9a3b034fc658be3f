package dev.stowage.k8s.names;

/// Finalizers, annotations and labels of snapshots, group snapshots and their contents.
public final class SnapshotMetadataKeys {
    private static final String PREFIX = "snapshot.storage.kubernetes.io/";
    private static final String GROUP_PREFIX = "groupsnapshot.storage.kubernetes.io/";

    /// On a snapshot: claims may be restored from it.
    public static final String AS_SOURCE_PROTECTION = PREFIX + "volumesnapshot-as-source-protection";

    /// On a snapshot: its content is deleted first.
    public static final String BOUND_PROTECTION = PREFIX + "volumesnapshot-bound-protection";

    /// On a snapshot: its group is deleted first.
    public static final String IN_GROUP_PROTECTION = PREFIX + "volumesnapshot-in-group-protection";

    /// On a content: the snapshot on the storage is deleted first.
    public static final String CONTENT_BOUND_PROTECTION = PREFIX + "volumesnapshotcontent-bound-protection";

    /// On a claim: a snapshot of it is being taken.
    public static final String PVC_AS_SOURCE_PROTECTION = PREFIX + "pvc-as-source-protection";

    /// On a group snapshot: its content is deleted first.
    public static final String GROUP_BOUND_PROTECTION = GROUP_PREFIX + "volumegroupsnapshot-bound-protection";

    /// On a group's content: the snapshots on the storage are deleted first.
    public static final String GROUP_CONTENT_BOUND_PROTECTION =
            GROUP_PREFIX + "volumegroupsnapshotcontent-bound-protection";

    /// On a content: the driver was called and has not answered, so there may be a snapshot on the storage.
    public static final String BEING_CREATED = PREFIX + "volumesnapshot-being-created";

    public static final String GROUP_BEING_CREATED = GROUP_PREFIX + "volumegroupsnapshot-being-created";

    /// On a content: its snapshot object is being deleted. Only then may the driver delete the snapshot.
    public static final String BEING_DELETED = PREFIX + "volumesnapshot-being-deleted";

    public static final String GROUP_BEING_DELETED = GROUP_PREFIX + "volumegroupsnapshot-being-deleted";

    public static final String DELETION_SECRET_NAME = PREFIX + "deletion-secret-name";
    public static final String DELETION_SECRET_NAMESPACE = PREFIX + "deletion-secret-namespace";
    public static final String GROUP_DELETION_SECRET_NAME = GROUP_PREFIX + "deletion-secret-name";
    public static final String GROUP_DELETION_SECRET_NAMESPACE = GROUP_PREFIX + "deletion-secret-namespace";

    /// On a content of a group: the group's handle. The driver is not called for this content alone.
    public static final String VOLUME_GROUP_SNAPSHOT_HANDLE = "groupsnapshot.storage.k8s.io/volumeGroupSnapshotHandle";

    public static final String IS_DEFAULT_CLASS = PREFIX + "is-default-class";
    public static final String IS_DEFAULT_GROUP_CLASS = GROUP_PREFIX + "is-default-class";

    /// On a content: users may restore it with another volume mode.
    public static final String ALLOW_VOLUME_MODE_CHANGE = PREFIX + "allow-volume-mode-change";

    /// A label: the node whose csi-snapshotter handles the content.
    public static final String MANAGED_BY = PREFIX + "managed-by";

    /// The deletion policy that deletes the snapshot on the storage with its content.
    public static final String DELETE_POLICY = "Delete";

    private SnapshotMetadataKeys() {}
}
