package dev.stowage.apiserver.resource;

/// Which part of a write to the `status` sub-resource counts.
public enum StatusStrategy {
    /// The resource has no status sub-resource.
    NONE,
    /// The status, and labels, annotations, finalizers: for resources whose writers patch both at once.
    TAKES_METADATA,
    /// The status only.
    KEEPS_METADATA
}
