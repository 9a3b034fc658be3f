package dev.stowage.apiserver.resource;

/// Which parts of an object a write to the `status` subresource changes.
public enum StatusStrategy {
    /// The resource has no status sub-resource.
    NONE,
    /// The status, and labels, annotations, finalizers: for resources whose writers patch both at once.
    TAKES_METADATA,
    /// The status only.
    KEEPS_METADATA
}
