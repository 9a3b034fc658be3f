package dev.stowage.k8s.names;

/// Names between the CSI components of Kubernetes and drivers: parameters, volume context, labels,
/// annotations, paths.
public final class CsiKeys {
    /// What Kubernetes' own parameters and volume context keys start with.
    public static final String PREFIX = "csi.storage.k8s.io/";

    public static final String FS_TYPE = PREFIX + "fstype";
    public static final String PVC_NAME = PREFIX + "pvc/name";
    public static final String PVC_NAMESPACE = PREFIX + "pvc/namespace";
    public static final String PV_NAME = PREFIX + "pv/name";
    public static final String SERVICE_ACCOUNT_TOKENS = PREFIX + "serviceAccount.tokens";

    /// Labels of a storage capacity object.
    public static final String DRIVER_NAME_LABEL = PREFIX + "drivername";

    public static final String MANAGED_BY_LABEL = PREFIX + "managed-by";

    /// In the volume context: which provisioner process created the volume.
    public static final String PROVISIONER_IDENTITY = "storage.kubernetes.io/csiProvisionerIdentity";

    /// On an attachment: the driver's id of the node.
    public static final String ATTACHED_NODE_ID = "csi.alpha.kubernetes.io/node-id";

    /// On a node: the ids that drivers gave it.
    public static final String NODE_ID = "csi.volume.kubernetes.io/nodeid";

    /// On a CSINode: the in-tree plugins whose volumes CSI drivers serve on this node.
    public static final String MIGRATED_PLUGINS = "storage.alpha.kubernetes.io/migrated-plugins";

    /// What the name of a CSI volume starts with in a node's status.
    public static final String UNIQUE_VOLUME_NAME_PREFIX = "kubernetes.io/csi/";

    /// The plugin's directory below a pod's `volumes`.
    public static final String PLUGIN_DIRECTORY = "kubernetes.io~csi";

    private CsiKeys() {}
}
