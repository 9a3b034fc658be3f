package dev.stowage.apiserver.storage;

/// The key of a stored object. Sorted by resource, then by namespace and name as one text with a slash between:
/// `a-b/x` comes before `a/x`, as in the lists of Kubernetes.
///
/// @param resource plural and group, such as `pods` or `leases.coordination.k8s.io`
/// @param namespace empty for a cluster-scoped resource
public record ObjectKey(String resource, String namespace, String name) implements Comparable<ObjectKey> {

    @Override
    public int compareTo(ObjectKey other) {
        int byResource = resource.compareTo(other.resource);
        return byResource != 0 ? byResource : compareWithin(other);
    }

    /// Compares two keys of the same resource.
    int compareWithin(ObjectKey other) {
        int byNamespace = compareNamespaces(namespace, other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    /// Compares as if a slash followed each of them.
    static int compareNamespaces(String one, String other) {
        int shared = Math.min(one.length(), other.length());
        for (int i = 0; i < shared; i++) {
            if (one.charAt(i) != other.charAt(i)) {
                return one.charAt(i) - other.charAt(i);
            }
        }
        if (one.length() == other.length()) {
            return 0;
        }
        return one.length() < other.length() ? '/' - other.charAt(shared) : one.charAt(shared) - '/';
    }
}
