package dev.stowage.k8s.names;

/// Annotations and fixed values of storage classes.
public final class StorageClassKeys {
    public static final String IS_DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";
    public static final String BETA_IS_DEFAULT_CLASS = "storageclass.beta.kubernetes.io/is-default-class";

    /// The provisioner of classes whose volumes an administrator creates.
    public static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    /// What the names of the provisioners inside Kubernetes start with.
    public static final String IN_TREE_PREFIX = "kubernetes.io/";

    /// The binding mode of classes whose claims wait for a pod.
    public static final String WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer";

    private StorageClassKeys() {}
}
