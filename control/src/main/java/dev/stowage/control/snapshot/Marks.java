package dev.stowage.control.snapshot;

/// Finalizers, annotations and labels, as csi-snapshotter and csi-provisioner know them.
final class Marks {
    private static final String ONE = "snapshot.storage.kubernetes.io/";
    private static final String MANY = "groupsnapshot.storage.kubernetes.io/";

    /// On a snapshot: claims may be filled from it.
    static final String AS_SOURCE = ONE + "volumesnapshot-as-source-protection";
    /// On a snapshot: its content goes first.
    static final String BOUND = ONE + "volumesnapshot-bound-protection";
    /// On a snapshot: its group goes first.
    static final String IN_GROUP = ONE + "volumesnapshot-in-group-protection";
    /// On a content: the snapshot on the storage goes first.
    static final String CONTENT = ONE + "volumesnapshotcontent-bound-protection";
    /// On a claim: a snapshot of it is being taken.
    static final String CLAIM = ONE + "pvc-as-source-protection";
    /// On a group snapshot: its content goes first.
    static final String GROUP_BOUND = MANY + "volumegroupsnapshot-bound-protection";
    /// On a group's content: the snapshots on the storage go first.
    static final String GROUP_CONTENT = MANY + "volumegroupsnapshotcontent-bound-protection";

    /// On a content: whoever wanted it does not want it any more. Only then may the driver delete what is behind it.
    static final String BEING_DELETED = ONE + "volumesnapshot-being-deleted";

    static final String GROUP_BEING_DELETED = MANY + "volumegroupsnapshot-being-deleted";
    static final String SECRET_NAME = ONE + "deletion-secret-name";
    static final String SECRET_NAMESPACE = ONE + "deletion-secret-namespace";
    static final String GROUP_SECRET_NAME = MANY + "deletion-secret-name";
    static final String GROUP_SECRET_NAMESPACE = MANY + "deletion-secret-namespace";
    /// On a content that belongs to a group, with the group's handle: the driver is not asked for it alone.
    static final String GROUP_HANDLE = "groupsnapshot.storage.k8s.io/volumeGroupSnapshotHandle";

    static final String DEFAULT_CLASS = ONE + "is-default-class";
    static final String DEFAULT_GROUP_CLASS = MANY + "is-default-class";
    /// A label: the node whose csi-snapshotter looks after the content.
    static final String MANAGED_BY = ONE + "managed-by";

    static final String DELETE = "Delete";

    private Marks() {}
}
