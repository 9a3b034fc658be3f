package dev.stowage.explain.clusterstate;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The sorts of objects that a picture shows.
///
/// Never secrets, and of config maps nothing at all: a picture may be handed to strangers.
public enum ResourceKind {
    POD("", "v1", "pods", "pod", "pod"),
    CLAIM("", "v1", "persistentvolumeclaims", "persistentvolumeclaim", "pvc"),
    VOLUME("", "v1", "persistentvolumes", "persistentvolume", "pv"),
    NODE("", "v1", "nodes", "node", "node"),
    NAMESPACE("", "v1", "namespaces", "namespace", "ns"),
    EVENT("", "v1", "events", "event", "ev"),
    QUOTA("", "v1", "resourcequotas", "resourcequota", "quota"),
    DEPLOYMENT("apps", "v1", "deployments", "deployment", "deploy"),
    STATEFUL_SET("apps", "v1", "statefulsets", "statefulset", "sts"),
    DAEMON_SET("apps", "v1", "daemonsets", "daemonset", "ds"),
    CLASS("storage.k8s.io", "v1", "storageclasses", "storageclass", "sc"),
    DRIVER("storage.k8s.io", "v1", "csidrivers", "csidriver", "csidriver"),
    CSI_NODE("storage.k8s.io", "v1", "csinodes", "csinode", "csinode"),
    ATTACHMENT("storage.k8s.io", "v1", "volumeattachments", "volumeattachment", "va"),
    ATTRIBUTES_CLASS("storage.k8s.io", "v1", "volumeattributesclasses", "volumeattributesclass", "vac"),
    CAPACITY("storage.k8s.io", "v1", "csistoragecapacities", "csistoragecapacity", "csistoragecapacity"),
    SNAPSHOT("snapshot.storage.k8s.io", "v1", "volumesnapshots", "volumesnapshot", "vs"),
    SNAPSHOT_CONTENT("snapshot.storage.k8s.io", "v1", "volumesnapshotcontents", "volumesnapshotcontent", "vsc"),
    SNAPSHOT_CLASS("snapshot.storage.k8s.io", "v1", "volumesnapshotclasses", "volumesnapshotclass", "vsclass"),
    LEASE("coordination.k8s.io", "v1", "leases", "lease", "lease");

    private static final Set<ResourceKind> OF_CLUSTER = EnumSet.of(
            VOLUME,
            NODE,
            NAMESPACE,
            CLASS,
            DRIVER,
            CSI_NODE,
            ATTACHMENT,
            ATTRIBUTES_CLASS,
            SNAPSHOT_CONTENT,
            SNAPSHOT_CLASS);
    /// Typed more often than read: nobody knows `no/a` for a node.
    private static final Map<String, ResourceKind> SHORTER = Map.of("po", POD, "no", NODE);
    private static final Set<ResourceKind> OF_USERS = EnumSet.of(POD, CLAIM, EVENT, QUOTA, SNAPSHOT);

    private final String group;
    private final String version;
    private final String plural;
    private final String word;
    private final String brief;

    ResourceKind(String group, String version, String plural, String word, String brief) {
        this.group = group;
        this.version = version;
        this.plural = plural;
        this.word = word;
        this.brief = brief;
    }

    /// Of the list of all of them, in all namespaces.
    public String path() {
        return root() + "/" + plural;
    }

    /// Of the list of those in one namespace.
    String path(String namespace) {
        return root() + "/namespaces/" + namespace + "/" + plural;
    }

    private String root() {
        return group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    }

    public boolean isNamespaced() {
        return !OF_CLUSTER.contains(this);
    }

    /// Whether those of a volume's own namespace are all that matter to it.
    boolean isUserNamespaced() {
        return OF_USERS.contains(this);
    }

    public String plural() {
        return plural;
    }

    /// As kubectl prints it: `persistentvolumeclaim`.
    public String singularName() {
        return word;
    }

    /// As people type it: `pvc`, but `pod`, which is short enough.
    public String shortName() {
        return brief;
    }

    /// @param typed any of the words that kubectl takes, with or without the group
    public static Optional<ResourceKind> of(String typed) {
        String plain = typed.split("\\.", 2)[0];
        return Arrays.stream(values())
                .filter(resourceKind -> plain.equalsIgnoreCase(resourceKind.plural)
                        || plain.equalsIgnoreCase(resourceKind.word)
                        || plain.equalsIgnoreCase(resourceKind.brief))
                .findFirst()
                .or(() -> Optional.ofNullable(SHORTER.get(plain.toLowerCase(Locale.ROOT))));
    }
}
