package dev.stowage.k8s;

/// An object's name among those of its kind.
///
/// @param namespace empty for objects of the whole cluster
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
