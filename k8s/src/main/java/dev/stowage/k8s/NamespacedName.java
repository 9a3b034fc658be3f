package dev.stowage.k8s;

/// The name and namespace of an object.
///
/// @param namespace empty for cluster-scoped objects
public record NamespacedName(String namespace, String name) {

    public static NamespacedName of(String name) {
        return new NamespacedName("", name);
    }

    /// As logs and events write it.
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
