package dev.stowage.kube.api;

import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.AttributesClass;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.ConfigMap;
import dev.stowage.kube.object.ControllerRevision;
import dev.stowage.kube.object.CsiDriver;
import dev.stowage.kube.object.CsiNode;
import dev.stowage.kube.object.DaemonSet;
import dev.stowage.kube.object.Deployment;
import dev.stowage.kube.object.GroupSnapshot;
import dev.stowage.kube.object.GroupSnapshotContent;
import dev.stowage.kube.object.Job;
import dev.stowage.kube.object.Lease;
import dev.stowage.kube.object.Namespace;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Other;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.ReferenceGrant;
import dev.stowage.kube.object.ReplicaSet;
import dev.stowage.kube.object.Snapshot;
import dev.stowage.kube.object.SnapshotClass;
import dev.stowage.kube.object.SnapshotContent;
import dev.stowage.kube.object.StatefulSet;
import dev.stowage.kube.object.StorageCapacity;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;

/// The kinds that we deal with.
public final class Kinds {
    private static final String STORAGE = "storage.k8s.io";
    private static final String SNAPSHOT = "snapshot.storage.k8s.io";
    private static final String GROUP_SNAPSHOT = "groupsnapshot.storage.k8s.io";

    public static final Kind<Claim> CLAIMS =
            new Kind<>("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true, Claim::read);
    public static final Kind<Volume> VOLUMES =
            new Kind<>("", "v1", "persistentvolumes", "PersistentVolume", false, Volume::read);
    public static final Kind<Node> NODES = new Kind<>("", "v1", "nodes", "Node", false, Node::read);
    public static final Kind<Pod> PODS = new Kind<>("", "v1", "pods", "Pod", true, Pod::read);
    public static final Kind<Namespace> NAMESPACES =
            new Kind<>("", "v1", "namespaces", "Namespace", false, Namespace::read);
    public static final Kind<Other> SERVICE_ACCOUNTS =
            new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, Other::read);
    public static final Kind<ConfigMap> CONFIG_MAPS =
            new Kind<>("", "v1", "configmaps", "ConfigMap", true, ConfigMap::read);
    public static final Kind<Other> SECRETS = new Kind<>("", "v1", "secrets", "Secret", true, Other::read);
    public static final Kind<Other> EVENTS = new Kind<>("", "v1", "events", "Event", true, Other::read);
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
    public static final Kind<Attachment> ATTACHMENTS =
            new Kind<>(STORAGE, "v1", "volumeattachments", "VolumeAttachment", false, Attachment::read);
    public static final Kind<AttributesClass> ATTRIBUTES_CLASSES =
            new Kind<>(STORAGE, "v1", "volumeattributesclasses", "VolumeAttributesClass", false, AttributesClass::read);
    public static final Kind<StorageCapacity> STORAGE_CAPACITIES =
            new Kind<>(STORAGE, "v1", "csistoragecapacities", "CSIStorageCapacity", true, StorageCapacity::read);
    public static final Kind<Snapshot> SNAPSHOTS =
            new Kind<>(SNAPSHOT, "v1", "volumesnapshots", "VolumeSnapshot", true, Snapshot::read);
    public static final Kind<SnapshotContent> SNAPSHOT_CONTENTS =
            new Kind<>(SNAPSHOT, "v1", "volumesnapshotcontents", "VolumeSnapshotContent", false, SnapshotContent::read);
    public static final Kind<SnapshotClass> SNAPSHOT_CLASSES =
            new Kind<>(SNAPSHOT, "v1", "volumesnapshotclasses", "VolumeSnapshotClass", false, SnapshotClass::read);
    public static final Kind<GroupSnapshot> GROUP_SNAPSHOTS =
            new Kind<>(GROUP_SNAPSHOT, "v1", "volumegroupsnapshots", "VolumeGroupSnapshot", true, GroupSnapshot::read);
    public static final Kind<GroupSnapshotContent> GROUP_SNAPSHOT_CONTENTS = new Kind<>(
            GROUP_SNAPSHOT,
            "v1",
            "volumegroupsnapshotcontents",
            "VolumeGroupSnapshotContent",
            false,
            GroupSnapshotContent::read);
    public static final Kind<SnapshotClass> GROUP_SNAPSHOT_CLASSES = new Kind<>(
            GROUP_SNAPSHOT, "v1", "volumegroupsnapshotclasses", "VolumeGroupSnapshotClass", false, SnapshotClass::read);
    public static final Kind<Lease> LEASES =
            new Kind<>("coordination.k8s.io", "v1", "leases", "Lease", true, Lease::read);
    public static final Kind<ReferenceGrant> REFERENCE_GRANTS = new Kind<>(
            "gateway.networking.k8s.io", "v1beta1", "referencegrants", "ReferenceGrant", true, ReferenceGrant::read);

    private Kinds() {}
}
