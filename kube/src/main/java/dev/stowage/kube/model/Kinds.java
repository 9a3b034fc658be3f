package dev.stowage.kube.model;

import dev.stowage.k8s.ApiResources;

/// The kinds that our controllers read, with what each of them keeps in memory.
public final class Kinds {
    public static final Kind<PersistentVolumeClaim> CLAIMS =
            new Kind<>(ApiResources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim::read);
    public static final Kind<PersistentVolume> VOLUMES =
            new Kind<>(ApiResources.PERSISTENT_VOLUMES, PersistentVolume::read);
    public static final Kind<Node> NODES = new Kind<>(ApiResources.NODES, Node::read);
    public static final Kind<Pod> PODS = new Kind<>(ApiResources.PODS, Pod::read);
    public static final Kind<Namespace> NAMESPACES = new Kind<>(ApiResources.NAMESPACES, Namespace::read);
    public static final Kind<PartialObjectMetadata> SERVICE_ACCOUNTS =
            new Kind<>(ApiResources.SERVICE_ACCOUNTS, PartialObjectMetadata::read);
    public static final Kind<ConfigMap> CONFIG_MAPS = new Kind<>(ApiResources.CONFIG_MAPS, ConfigMap::read);
    public static final Kind<PartialObjectMetadata> SECRETS =
            new Kind<>(ApiResources.SECRETS, PartialObjectMetadata::read);
    public static final Kind<PartialObjectMetadata> EVENTS =
            new Kind<>(ApiResources.EVENTS, PartialObjectMetadata::read);
    public static final Kind<CertificateSigningRequest> CERTIFICATE_SIGNING_REQUESTS =
            new Kind<>(ApiResources.CERTIFICATE_SIGNING_REQUESTS, CertificateSigningRequest::read);
    public static final Kind<ReplicaSet> REPLICA_SETS = new Kind<>(ApiResources.REPLICA_SETS, ReplicaSet::read);
    public static final Kind<Deployment> DEPLOYMENTS = new Kind<>(ApiResources.DEPLOYMENTS, Deployment::read);
    public static final Kind<StatefulSet> STATEFUL_SETS = new Kind<>(ApiResources.STATEFUL_SETS, StatefulSet::read);
    public static final Kind<DaemonSet> DAEMON_SETS = new Kind<>(ApiResources.DAEMON_SETS, DaemonSet::read);
    public static final Kind<ControllerRevision> CONTROLLER_REVISIONS =
            new Kind<>(ApiResources.CONTROLLER_REVISIONS, ControllerRevision::read);
    public static final Kind<Job> JOBS = new Kind<>(ApiResources.JOBS, Job::read);
    public static final Kind<CronJob> CRON_JOBS = new Kind<>(ApiResources.CRON_JOBS, CronJob::read);
    public static final Kind<Service> SERVICES = new Kind<>(ApiResources.SERVICES, Service::read);
    public static final Kind<Endpoints> ENDPOINTS = new Kind<>(ApiResources.ENDPOINTS, Endpoints::read);
    public static final Kind<EndpointSlice> ENDPOINT_SLICES =
            new Kind<>(ApiResources.ENDPOINT_SLICES, EndpointSlice::read);
    public static final Kind<PodDisruptionBudget> POD_DISRUPTION_BUDGETS =
            new Kind<>(ApiResources.POD_DISRUPTION_BUDGETS, PodDisruptionBudget::read);
    public static final Kind<StorageClass> STORAGE_CLASSES =
            new Kind<>(ApiResources.STORAGE_CLASSES, StorageClass::read);
    public static final Kind<CsiDriver> CSI_DRIVERS = new Kind<>(ApiResources.CSI_DRIVERS, CsiDriver::read);
    public static final Kind<CsiNode> CSI_NODES = new Kind<>(ApiResources.CSI_NODES, CsiNode::read);
    public static final Kind<VolumeAttachment> ATTACHMENTS =
            new Kind<>(ApiResources.VOLUME_ATTACHMENTS, VolumeAttachment::read);
    public static final Kind<VolumeAttributesClass> ATTRIBUTES_CLASSES =
            new Kind<>(ApiResources.VOLUME_ATTRIBUTES_CLASSES, VolumeAttributesClass::read);
    public static final Kind<CsiStorageCapacity> STORAGE_CAPACITIES =
            new Kind<>(ApiResources.CSI_STORAGE_CAPACITIES, CsiStorageCapacity::read);
    public static final Kind<VolumeSnapshot> SNAPSHOTS =
            new Kind<>(ApiResources.VOLUME_SNAPSHOTS, VolumeSnapshot::read);
    public static final Kind<VolumeSnapshotContent> SNAPSHOT_CONTENTS =
            new Kind<>(ApiResources.VOLUME_SNAPSHOT_CONTENTS, VolumeSnapshotContent::read);
    public static final Kind<VolumeSnapshotClass> SNAPSHOT_CLASSES =
            new Kind<>(ApiResources.VOLUME_SNAPSHOT_CLASSES, VolumeSnapshotClass::read);
    public static final Kind<VolumeGroupSnapshot> GROUP_SNAPSHOTS =
            new Kind<>(ApiResources.VOLUME_GROUP_SNAPSHOTS, VolumeGroupSnapshot::read);
    public static final Kind<VolumeGroupSnapshotContent> GROUP_SNAPSHOT_CONTENTS =
            new Kind<>(ApiResources.VOLUME_GROUP_SNAPSHOT_CONTENTS, VolumeGroupSnapshotContent::read);
    public static final Kind<VolumeSnapshotClass> GROUP_SNAPSHOT_CLASSES =
            new Kind<>(ApiResources.VOLUME_GROUP_SNAPSHOT_CLASSES, VolumeSnapshotClass::read);
    public static final Kind<Lease> LEASES = new Kind<>(ApiResources.LEASES, Lease::read);
    public static final Kind<ReferenceGrant> REFERENCE_GRANTS =
            new Kind<>(ApiResources.REFERENCE_GRANTS, ReferenceGrant::read);

    private Kinds() {}
}
