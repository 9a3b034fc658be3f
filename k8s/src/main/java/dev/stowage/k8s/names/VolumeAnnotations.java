package dev.stowage.k8s.names;

/// Annotations of claims and persistent volumes.
public final class VolumeAnnotations {
    /// On a claim: it was bound once. The value has no meaning.
    public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    /// On a claim or a volume: a controller, not the user, set its reference to the other one.
    public static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    /// On a claim: the node that the scheduler chose for the first pod.
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    /// The same, as schedulers before Kubernetes 1.12 wrote it.
    public static final String ALPHA_SELECTED_NODE = "volume.alpha.kubernetes.io/selected-node";

    /// On a claim: the provisioner that must create a volume for it.
    public static final String STORAGE_PROVISIONER = "volume.kubernetes.io/storage-provisioner";

    /// The same, for provisioners that know only the older name.
    public static final String BETA_STORAGE_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    /// On a claim or a volume: its class, from before the field `storageClassName`.
    public static final String BETA_STORAGE_CLASS = "volume.beta.kubernetes.io/storage-class";

    /// On a volume: its mount options, from before the field `mountOptions`.
    public static final String BETA_MOUNT_OPTIONS = "volume.beta.kubernetes.io/mount-options";

    /// On the claim of an in-tree volume: the component that resizes it.
    public static final String STORAGE_RESIZER = "volume.kubernetes.io/storage-resizer";

    /// On a volume: the provisioner that created it.
    public static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

    /// On a claim or an in-tree volume: the CSI driver that serves it now.
    public static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";

    /// On a volume that was expanded: the size that its file system still has.
    public static final String PRE_RESIZE_CAPACITY = "volume.alpha.kubernetes.io/pre-resize-capacity";

    /// On a claim: the driver expands the file system too, so the kubelet does not.
    public static final String NODE_EXPANSION_NOT_REQUIRED = "volume.kubernetes.io/node-expansion-not-required";

    public static final String PROVISIONER_DELETION_SECRET_NAME =
            "volume.kubernetes.io/provisioner-deletion-secret-name";
    public static final String PROVISIONER_DELETION_SECRET_NAMESPACE =
            "volume.kubernetes.io/provisioner-deletion-secret-namespace";
    public static final String CONTROLLER_MODIFY_SECRET_NAME = "volume.kubernetes.io/controller-modify-secret-name";
    public static final String CONTROLLER_MODIFY_SECRET_NAMESPACE =
            "volume.kubernetes.io/controller-modify-secret-namespace";

    /// On a volume: the group that pods which use it must belong to.
    public static final String GID = "pv.beta.kubernetes.io/gid";

    private VolumeAnnotations() {}
}
