package dev.stowage.kube.object;

/// An object's name among those of its kind.
///
/// @param namespace empty for objects of the whole cluster
public record Key(String namespace, String name) {

    public static Key of(String name) {
        return new Key("", name);
    }

    /// As logs and events write it.
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
