package dev.stowage.k8s;

/// Finalizers, annotations and labels, as csi-snapshotter and csi-provisioner know them.
public final class SnapshotMetadataKeys {
    private static final String ONE = "snapshot.storage.kubernetes.io/";
    private static final String MANY = "groupsnapshot.storage.kubernetes.io/";

    /// On a snapshot: claims may be filled from it.
    public static final String AS_SOURCE = ONE + "volumesnapshot-as-source-protection";
    /// On a snapshot: its content goes first.
    public static final String BOUND = ONE + "volumesnapshot-bound-protection";
    /// On a snapshot: its group goes first.
    public static final String IN_GROUP = ONE + "volumesnapshot-in-group-protection";
    /// On a content: the snapshot on the storage goes first.
    public static final String CONTENT = ONE + "volumesnapshotcontent-bound-protection";
    /// On a claim: a snapshot of it is being taken.
    public static final String CLAIM = ONE + "pvc-as-source-protection";
    /// On a group snapshot: its content goes first.
    public static final String GROUP_BOUND = MANY + "volumegroupsnapshot-bound-protection";
    /// On a group's content: the snapshots on the storage go first.
    public static final String GROUP_CONTENT = MANY + "volumegroupsnapshotcontent-bound-protection";

    /// On a content: whoever wanted it does not want it any more. Only then may the driver delete what is behind it.
    public static final String BEING_DELETED = ONE + "volumesnapshot-being-deleted";

    public static final String GROUP_BEING_DELETED = MANY + "volumegroupsnapshot-being-deleted";
    public static final String SECRET_NAME = ONE + "deletion-secret-name";
    public static final String SECRET_NAMESPACE = ONE + "deletion-secret-namespace";
    public static final String GROUP_SECRET_NAME = MANY + "deletion-secret-name";
    public static final String GROUP_SECRET_NAMESPACE = MANY + "deletion-secret-namespace";
    /// On a content that belongs to a group, with the group's handle: the driver is not asked for it alone.
    public static final String GROUP_HANDLE = "groupsnapshot.storage.k8s.io/volumeGroupSnapshotHandle";

    public static final String DEFAULT_CLASS = ONE + "is-default-class";
    public static final String DEFAULT_GROUP_CLASS = MANY + "is-default-class";
    /// A label: the node whose csi-snapshotter looks after the content.
    public static final String MANAGED_BY = ONE + "managed-by";

    public static final String DELETE = "Delete";

    private SnapshotMetadataKeys() {}
}
