package dev.stowage.explain.clusterstate;

import dev.stowage.k8s.ApiResource;
import dev.stowage.k8s.ApiResources;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The kinds of objects in a cluster state.
///
/// Never secrets and config maps: a cluster state may be shared with other people.
public enum ResourceKind {
    POD(ApiResources.PODS, "pod"),
    CLAIM(ApiResources.PERSISTENT_VOLUME_CLAIMS),
    VOLUME(ApiResources.PERSISTENT_VOLUMES),
    NODE(ApiResources.NODES, "node"),
    NAMESPACE(ApiResources.NAMESPACES),
    EVENT(ApiResources.EVENTS),
    QUOTA(ApiResources.RESOURCE_QUOTAS),
    DEPLOYMENT(ApiResources.DEPLOYMENTS),
    STATEFUL_SET(ApiResources.STATEFUL_SETS),
    DAEMON_SET(ApiResources.DAEMON_SETS),
    CLASS(ApiResources.STORAGE_CLASSES),
    DRIVER(ApiResources.CSI_DRIVERS),
    CSI_NODE(ApiResources.CSI_NODES),
    ATTACHMENT(ApiResources.VOLUME_ATTACHMENTS, "va"),
    ATTRIBUTES_CLASS(ApiResources.VOLUME_ATTRIBUTES_CLASSES),
    CAPACITY(ApiResources.CSI_STORAGE_CAPACITIES),
    SNAPSHOT(ApiResources.VOLUME_SNAPSHOTS),
    SNAPSHOT_CONTENT(ApiResources.VOLUME_SNAPSHOT_CONTENTS),
    SNAPSHOT_CLASS(ApiResources.VOLUME_SNAPSHOT_CLASSES),
    LEASE(ApiResources.LEASES);

    private static final Set<ResourceKind> OF_USERS = EnumSet.of(POD, CLAIM, EVENT, QUOTA, SNAPSHOT);

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final ApiResource resource;

    private final String shown;

    ResourceKind(ApiResource resource) {
        this(resource, resource.shortName().isEmpty() ? resource.singular() : resource.shortName());
    }

    ResourceKind(ApiResource resource, String shown) {
        this.resource = resource;
        this.shown = shown;
    }

    /// The path of the list in all namespaces.
    public String path() {
        return resource.path("");
    }

    /// The path of the list in one namespace.
    String path(String namespace) {
        return resource.path(namespace);
    }

    public boolean isNamespaced() {
        return resource.namespaced();
    }

    /// Whether only the objects in the volume's own namespace matter.
    boolean isUserNamespaced() {
        return OF_USERS.contains(this);
    }

    public String plural() {
        return resource.plural();
    }

    /// As kubectl prints it: `persistentvolumeclaim`.
    public String singularName() {
        return resource.singular();
    }

    /// As people type it: `pvc`, but `pod`, which is short enough.
    public String shortName() {
        return shown;
    }

    /// @param typed any of the names that kubectl accepts, with or without the group
    public static Optional<ResourceKind> of(String typed) {
        String plain = typed.split("\\.", 2)[0];
        return Arrays.stream(values())
                .filter(kind -> kind.names().anyMatch(plain::equalsIgnoreCase))
                .findFirst();
    }

    private Stream<String> names() {
        return Stream.of(resource.plural(), resource.singular(), resource.shortName(), shown)
                .filter(name -> !name.isEmpty());
    }
}
