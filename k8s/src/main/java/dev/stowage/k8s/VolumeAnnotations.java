package dev.stowage.k8s;

/// What binders, provisioners and schedulers write on objects to tell each other.
public final class VolumeAnnotations {
    /// On a claim: it has been bound once. The value says nothing.
    public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    /// On a claim or volume: its pointer to the other was set by a controller, not by its maker.
    public static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    /// On a claim: the node that the scheduler has in mind for its consumer.
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    /// On a claim: who shall make a volume for it.
    public static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";

    /// The same, for provisioners that know only the older name.
    public static final String OLD_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    /// On a volume: who made it.
    public static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

    /// On a volume that has grown: the size that its file system still has.
    public static final String SIZE_BEFORE = "volume.alpha.kubernetes.io/pre-resize-capacity";

    /// Provisioners inside Kubernetes are called so.
    public static final String IN_TREE = "kubernetes.io/";

    private VolumeAnnotations() {}
}
