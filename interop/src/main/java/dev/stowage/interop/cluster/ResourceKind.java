package dev.stowage.interop.cluster;

/// The kinds of objects that scripts handle.
public enum ResourceKind {
    NAMESPACE("Namespace", "/api/v1", "namespaces", false),
    NODE("Node", "/api/v1", "nodes", false),
    SECRET("Secret", "/api/v1", "secrets", true),
    SERVICE_ACCOUNT("ServiceAccount", "/api/v1", "serviceaccounts", true),
    POD("Pod", "/api/v1", "pods", true),
    CLAIM("PersistentVolumeClaim", "/api/v1", "persistentvolumeclaims", true),
    VOLUME("PersistentVolume", "/api/v1", "persistentvolumes", false),
    STATEFUL_SET("StatefulSet", "/apis/apps/v1", "statefulsets", true),
    CLASS("StorageClass", "/apis/storage.k8s.io/v1", "storageclasses", false),
    DRIVER("CSIDriver", "/apis/storage.k8s.io/v1", "csidrivers", false),
    CSI_NODE("CSINode", "/apis/storage.k8s.io/v1", "csinodes", false),
    ATTACHMENT("VolumeAttachment", "/apis/storage.k8s.io/v1", "volumeattachments", false),
    CAPACITY("CSIStorageCapacity", "/apis/storage.k8s.io/v1", "csistoragecapacities", true),
    ATTRIBUTES_CLASS("VolumeAttributesClass", "/apis/storage.k8s.io/v1", "volumeattributesclasses", false),
    EVENT("Event", "/api/v1", "events", true),
    LEASE("Lease", "/apis/coordination.k8s.io/v1", "leases", true),
    DEFINITION("CustomResourceDefinition", "/apis/apiextensions.k8s.io/v1", "customresourcedefinitions", false),
    SNAPSHOT("VolumeSnapshot", "/apis/snapshot.storage.k8s.io/v1", "volumesnapshots", true),
    SNAPSHOT_CLASS("VolumeSnapshotClass", "/apis/snapshot.storage.k8s.io/v1", "volumesnapshotclasses", false),
    SNAPSHOT_CONTENT("VolumeSnapshotContent", "/apis/snapshot.storage.k8s.io/v1", "volumesnapshotcontents", false),
    GROUP_SNAPSHOT("VolumeGroupSnapshot", "/apis/groupsnapshot.storage.k8s.io/v1", "volumegroupsnapshots", true),
    GROUP_SNAPSHOT_CLASS(
            "VolumeGroupSnapshotClass", "/apis/groupsnapshot.storage.k8s.io/v1", "volumegroupsnapshotclasses", false),
    GROUP_SNAPSHOT_CONTENT(
            "VolumeGroupSnapshotContent",
            "/apis/groupsnapshot.storage.k8s.io/v1",
            "volumegroupsnapshotcontents",
            false);

    private final String title;
    private final String group;
    private final String plural;
    private final boolean namespaced;

    ResourceKind(String title, String group, String plural, boolean namespaced) {
        this.title = title;
        this.group = group;
        this.plural = plural;
        this.namespaced = namespaced;
    }

    public static ResourceKind named(String title) {
        for (ResourceKind resourceKind : values()) {
            if (resourceKind.title.equals(title)) {
                return resourceKind;
            }
        }
        throw new IllegalArgumentException("unknown resource kind: " + title);
    }

    public String plural() {
        return plural;
    }

    public String path(String namespace) {
        return group + (namespaced ? "/namespaces/" + namespace : "") + "/" + plural;
    }

    public String path(String namespace, String name) {
        return path(namespace) + "/" + name;
    }
}
