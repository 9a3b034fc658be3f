package dev.stowage.kubetypes;

/// What a body has to contain. It need not say so itself.
///
/// @param group empty for the core group
public record GroupVersionKind(String group, String version, String kind) {
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
