package dev.stowage.kubetypes;

/// The group, version and kind of an object.
///
/// @param group empty for the core group
public record GroupVersionKind(String group, String version, String kind) {
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
