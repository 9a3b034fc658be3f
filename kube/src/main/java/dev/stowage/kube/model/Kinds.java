package dev.stowage.kube.model;

/// The kinds that we deal with.
public final class Kinds {
    private static final String STORAGE = "storage.k8s.io";
    private static final String SNAPSHOT = "snapshot.storage.k8s.io";
    private static final String GROUP_SNAPSHOT = "groupsnapshot.storage.k8s.io";

    public static final Kind<PersistentVolumeClaim> CLAIMS =
            new Kind<>("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true, PersistentVolumeClaim::read);
    public static final Kind<PersistentVolume> VOLUMES =
            new Kind<>("", "v1", "persistentvolumes", "PersistentVolume", false, PersistentVolume::read);
    public static final Kind<Node> NODES = new Kind<>("", "v1", "nodes", "Node", false, Node::read);
    public static final Kind<Pod> PODS = new Kind<>("", "v1", "pods", "Pod", true, Pod::read);
    public static final Kind<Namespace> NAMESPACES =
            new Kind<>("", "v1", "namespaces", "Namespace", false, Namespace::read);
    public static final Kind<PartialObjectMetadata> SERVICE_ACCOUNTS =
            new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read);
    public static final Kind<ConfigMap> CONFIG_MAPS =
            new Kind<>("", "v1", "configmaps", "ConfigMap", true, ConfigMap::read);
    public static final Kind<PartialObjectMetadata> SECRETS =
            new Kind<>("", "v1", "secrets", "Secret", true, PartialObjectMetadata::read);
    public static final Kind<PartialObjectMetadata> EVENTS =
            new Kind<>("", "v1", "events", "Event", true, PartialObjectMetadata::read);
    public static final Kind<ReplicaSet> REPLICA_SETS =
            new Kind<>("apps", "v1", "replicasets", "ReplicaSet", true, ReplicaSet::read);
    public static final Kind<Deployment> DEPLOYMENTS =
            new Kind<>("apps", "v1", "deployments", "Deployment", true, Deployment::read);
    public static final Kind<StatefulSet> STATEFUL_SETS =
            new Kind<>("apps", "v1", "statefulsets", "StatefulSet", true, StatefulSet::read);
    public static final Kind<DaemonSet> DAEMON_SETS =
            new Kind<>("apps", "v1", "daemonsets", "DaemonSet", true, DaemonSet::read);
    public static final Kind<ControllerRevision> CONTROLLER_REVISIONS =
            new Kind<>("apps", "v1", "controllerrevisions", "ControllerRevision", true, ControllerRevision::read);
    public static final Kind<Job> JOBS = new Kind<>("batch", "v1", "jobs", "Job", true, Job::read);
    public static final Kind<StorageClass> STORAGE_CLASSES =
            new Kind<>(STORAGE, "v1", "storageclasses", "StorageClass", false, StorageClass::read);
    public static final Kind<CsiDriver> CSI_DRIVERS =
            new Kind<>(STORAGE, "v1", "csidrivers", "CSIDriver", false, CsiDriver::read);
    public static final Kind<CsiNode> CSI_NODES =
            new Kind<>(STORAGE, "v1", "csinodes", "CSINode", false, CsiNode::read);
    public static final Kind<VolumeAttachment> ATTACHMENTS =
            new Kind<>(STORAGE, "v1", "volumeattachments", "VolumeAttachment", false, VolumeAttachment::read);
    public static final Kind<VolumeAttributesClass> ATTRIBUTES_CLASSES = new Kind<>(
            STORAGE, "v1", "volumeattributesclasses", "VolumeAttributesClass", false, VolumeAttributesClass::read);
    public static final Kind<CsiStorageCapacity> STORAGE_CAPACITIES =
            new Kind<>(STORAGE, "v1", "csistoragecapacities", "CSIStorageCapacity", true, CsiStorageCapacity::read);
    public static final Kind<VolumeSnapshot> SNAPSHOTS =
            new Kind<>(SNAPSHOT, "v1", "volumesnapshots", "VolumeSnapshot", true, VolumeSnapshot::read);
    public static final Kind<VolumeSnapshotContent> SNAPSHOT_CONTENTS = new Kind<>(
            SNAPSHOT, "v1", "volumesnapshotcontents", "VolumeSnapshotContent", false, VolumeSnapshotContent::read);
    public static final Kind<VolumeSnapshotClass> SNAPSHOT_CLASSES = new Kind<>(
            SNAPSHOT, "v1", "volumesnapshotclasses", "VolumeSnapshotClass", false, VolumeSnapshotClass::read);
    public static final Kind<VolumeGroupSnapshot> GROUP_SNAPSHOTS = new Kind<>(
            GROUP_SNAPSHOT, "v1", "volumegroupsnapshots", "VolumeGroupSnapshot", true, VolumeGroupSnapshot::read);
    public static final Kind<VolumeGroupSnapshotContent> GROUP_SNAPSHOT_CONTENTS = new Kind<>(
            GROUP_SNAPSHOT,
            "v1",
            "volumegroupsnapshotcontents",
            "VolumeGroupSnapshotContent",
            false,
            VolumeGroupSnapshotContent::read);
    public static final Kind<VolumeSnapshotClass> GROUP_SNAPSHOT_CLASSES = new Kind<>(
            GROUP_SNAPSHOT,
            "v1",
            "volumegroupsnapshotclasses",
            "VolumeGroupSnapshotClass",
            false,
            VolumeSnapshotClass::read);
    public static final Kind<Lease> LEASES =
            new Kind<>("coordination.k8s.io", "v1", "leases", "Lease", true, Lease::read);
    public static final Kind<ReferenceGrant> REFERENCE_GRANTS = new Kind<>(
            "gateway.networking.k8s.io", "v1beta1", "referencegrants", "ReferenceGrant", true, ReferenceGrant::read);

    private Kinds() {}
}
