package dev.stowage.sidecar.provisioner.request;

/// Names that are part of the contract with Kubernetes, with older provisioners and with other components.
public final class ProvisionerAnnotations {
    public static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
    public static final String BETA_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";
    public static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    public static final String ALPHA_SELECTED_NODE = "volume.alpha.kubernetes.io/selected-node";

    public static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
    public static final String DELETION_SECRET_NAME = "volume.kubernetes.io/provisioner-deletion-secret-name";
    public static final String DELETION_SECRET_NAMESPACE = "volume.kubernetes.io/provisioner-deletion-secret-namespace";
    public static final String MODIFY_SECRET_NAME = "volume.kubernetes.io/controller-modify-secret-name";
    public static final String MODIFY_SECRET_NAMESPACE = "volume.kubernetes.io/controller-modify-secret-namespace";
    public static final String IDENTITY = "storage.kubernetes.io/csiProvisionerIdentity";

    /// On a volume object: the volume behind it is ours to delete first.
    public static final String VOLUME_FINALIZER = "external-provisioner.volume.kubernetes.io/finalizer";

    private ProvisionerAnnotations() {}
}
