package dev.stowage.k8s;

import dev.stowage.k8s.names.ApiGroups;

/// The resources of Kubernetes and of the snapshot controller that we use: the one list of their groups,
/// versions and names.
public final class ApiResources {
    public static final ApiResource PERSISTENT_VOLUME_CLAIMS =
            new ApiResource(ApiGroups.CORE, "v1", "persistentvolumeclaims", "PersistentVolumeClaim", "pvc", true);
    public static final ApiResource PERSISTENT_VOLUMES =
            new ApiResource(ApiGroups.CORE, "v1", "persistentvolumes", "PersistentVolume", "pv", false);
    public static final ApiResource NODES = new ApiResource(ApiGroups.CORE, "v1", "nodes", "Node", "no", false);
    public static final ApiResource PODS = new ApiResource(ApiGroups.CORE, "v1", "pods", "Pod", "po", true);
    public static final ApiResource NAMESPACES =
            new ApiResource(ApiGroups.CORE, "v1", "namespaces", "Namespace", "ns", false);
    public static final ApiResource SERVICES =
            new ApiResource(ApiGroups.CORE, "v1", "services", "Service", "svc", true);
    public static final ApiResource ENDPOINTS =
            new ApiResource(ApiGroups.CORE, "v1", "endpoints", "Endpoints", "ep", true);
    public static final ApiResource SERVICE_ACCOUNTS =
            new ApiResource(ApiGroups.CORE, "v1", "serviceaccounts", "ServiceAccount", "sa", true);
    public static final ApiResource CONFIG_MAPS =
            new ApiResource(ApiGroups.CORE, "v1", "configmaps", "ConfigMap", "cm", true);
    public static final ApiResource SECRETS = new ApiResource(ApiGroups.CORE, "v1", "secrets", "Secret", true);
    public static final ApiResource EVENTS = new ApiResource(ApiGroups.CORE, "v1", "events", "Event", "ev", true);
    public static final ApiResource RESOURCE_QUOTAS =
            new ApiResource(ApiGroups.CORE, "v1", "resourcequotas", "ResourceQuota", "quota", true);

    public static final ApiResource CERTIFICATE_SIGNING_REQUESTS = new ApiResource(
            ApiGroups.CERTIFICATES, "v1", "certificatesigningrequests", "CertificateSigningRequest", "csr", false);

    public static final ApiResource REPLICA_SETS =
            new ApiResource(ApiGroups.APPS, "v1", "replicasets", "ReplicaSet", "rs", true);
    public static final ApiResource DEPLOYMENTS =
            new ApiResource(ApiGroups.APPS, "v1", "deployments", "Deployment", "deploy", true);
    public static final ApiResource STATEFUL_SETS =
            new ApiResource(ApiGroups.APPS, "v1", "statefulsets", "StatefulSet", "sts", true);
    public static final ApiResource DAEMON_SETS =
            new ApiResource(ApiGroups.APPS, "v1", "daemonsets", "DaemonSet", "ds", true);
    public static final ApiResource CONTROLLER_REVISIONS =
            new ApiResource(ApiGroups.APPS, "v1", "controllerrevisions", "ControllerRevision", true);

    public static final ApiResource JOBS = new ApiResource(ApiGroups.BATCH, "v1", "jobs", "Job", true);
    public static final ApiResource CRON_JOBS =
            new ApiResource(ApiGroups.BATCH, "v1", "cronjobs", "CronJob", "cj", true);

    public static final ApiResource ENDPOINT_SLICES =
            new ApiResource(ApiGroups.DISCOVERY, "v1", "endpointslices", "EndpointSlice", true);

    public static final ApiResource POD_DISRUPTION_BUDGETS =
            new ApiResource(ApiGroups.POLICY, "v1", "poddisruptionbudgets", "PodDisruptionBudget", "pdb", true);

    public static final ApiResource STORAGE_CLASSES =
            new ApiResource(ApiGroups.STORAGE, "v1", "storageclasses", "StorageClass", "sc", false);
    public static final ApiResource CSI_DRIVERS =
            new ApiResource(ApiGroups.STORAGE, "v1", "csidrivers", "CSIDriver", false);
    public static final ApiResource CSI_NODES = new ApiResource(ApiGroups.STORAGE, "v1", "csinodes", "CSINode", false);
    public static final ApiResource VOLUME_ATTACHMENTS =
            new ApiResource(ApiGroups.STORAGE, "v1", "volumeattachments", "VolumeAttachment", false);
    public static final ApiResource VOLUME_ATTRIBUTES_CLASSES =
            new ApiResource(ApiGroups.STORAGE, "v1", "volumeattributesclasses", "VolumeAttributesClass", "vac", false);
    public static final ApiResource CSI_STORAGE_CAPACITIES =
            new ApiResource(ApiGroups.STORAGE, "v1", "csistoragecapacities", "CSIStorageCapacity", true);

    public static final ApiResource VOLUME_SNAPSHOTS =
            new ApiResource(ApiGroups.SNAPSHOT, "v1", "volumesnapshots", "VolumeSnapshot", "vs", true);
    public static final ApiResource VOLUME_SNAPSHOT_CONTENTS =
            new ApiResource(ApiGroups.SNAPSHOT, "v1", "volumesnapshotcontents", "VolumeSnapshotContent", "vsc", false);
    public static final ApiResource VOLUME_SNAPSHOT_CLASSES =
            new ApiResource(ApiGroups.SNAPSHOT, "v1", "volumesnapshotclasses", "VolumeSnapshotClass", "vsclass", false);

    public static final ApiResource VOLUME_GROUP_SNAPSHOTS =
            new ApiResource(ApiGroups.GROUP_SNAPSHOT, "v1", "volumegroupsnapshots", "VolumeGroupSnapshot", "vgs", true);
    public static final ApiResource VOLUME_GROUP_SNAPSHOT_CONTENTS = new ApiResource(
            ApiGroups.GROUP_SNAPSHOT, "v1", "volumegroupsnapshotcontents", "VolumeGroupSnapshotContent", "vgsc", false);
    public static final ApiResource VOLUME_GROUP_SNAPSHOT_CLASSES = new ApiResource(
            ApiGroups.GROUP_SNAPSHOT,
            "v1",
            "volumegroupsnapshotclasses",
            "VolumeGroupSnapshotClass",
            "vgsclass",
            false);

    public static final ApiResource LEASES = new ApiResource(ApiGroups.COORDINATION, "v1", "leases", "Lease", true);

    public static final ApiResource TOKEN_REVIEWS =
            new ApiResource(ApiGroups.AUTHENTICATION, "v1", "tokenreviews", "TokenReview", false);

    public static final ApiResource SUBJECT_ACCESS_REVIEWS =
            new ApiResource(ApiGroups.AUTHORIZATION, "v1", "subjectaccessreviews", "SubjectAccessReview", false);

    public static final ApiResource REFERENCE_GRANTS =
            new ApiResource(ApiGroups.GATEWAY, "v1beta1", "referencegrants", "ReferenceGrant", "refgrant", true);

    public static final ApiResource VOLUME_MOVES =
            new ApiResource(ApiGroups.STOWAGE, "v1alpha1", "volumemoves", "VolumeMove", "vmove", true);

    public static final ApiResource VOLUME_STANDBYS =
            new ApiResource(ApiGroups.STOWAGE, "v1alpha1", "volumestandbys", "VolumeStandby", "vstandby", true);

    private ApiResources() {}
}
