package dev.stowage.k8s.names;

/// Finalizers of claims, volumes, attachments and attributes classes.
public final class StorageFinalizers {
    public static final String PVC_PROTECTION = "kubernetes.io/pvc-protection";
    public static final String PV_PROTECTION = "kubernetes.io/pv-protection";
    public static final String VAC_PROTECTION = "kubernetes.io/vac-protection";

    /// On an in-tree volume: the controller manager deletes the storage first.
    public static final String PV_CONTROLLER = "kubernetes.io/pv-controller";

    /// On a volume: the CSI provisioner deletes the storage first.
    public static final String EXTERNAL_PROVISIONER = "external-provisioner.volume.kubernetes.io/finalizer";

    /// On a claim that is being cloned.
    public static final String CLONING_PROTECTION = "provisioner.storage.kubernetes.io/cloning-protection";

    /// On a snapshot that a claim is being restored from.
    public static final String SNAPSHOT_AS_SOURCE_PROTECTION =
            "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection";

    /// On attachments and attached volumes, followed by the sanitized name of the driver.
    public static final String EXTERNAL_ATTACHER_PREFIX = "external-attacher/";

    private StorageFinalizers() {}
}
