package dev.stowage.k8s;

import java.util.Locale;

/// A resource of the Kubernetes API: where a server serves it, and what it is called.
///
/// @param group empty for the core group
/// @param plural as in paths, for example `persistentvolumeclaims`
/// @param kind as in objects, for example `PersistentVolumeClaim`
/// @param shortName as kubectl accepts it, for example `pvc`; empty when there is none
public record ApiResource(
        String group, String version, String plural, String kind, String shortName, boolean namespaced) {

    public ApiResource(String group, String version, String plural, String kind, boolean namespaced) {
        this(group, version, plural, kind, "", namespaced);
    }

    public ApiResource withVersion(String other) {
        return new ApiResource(group, other, plural, kind, shortName, namespaced);
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// As kubectl prints it, for example `persistentvolumeclaim`.
    public String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    /// @param namespace empty for cluster-scoped objects, and for the objects of all namespaces
    public String path(String namespace) {
        String root = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
        return namespace.isEmpty() ? root + "/" + plural : root + "/namespaces/" + namespace + "/" + plural;
    }

    /// As error messages and RBAC write it, for example `leases.coordination.k8s.io`.
    @Override
    public String toString() {
        return group.isEmpty() ? plural : plural + "." + group;
    }
}
