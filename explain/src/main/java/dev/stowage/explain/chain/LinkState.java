package dev.stowage.explain.chain;

/// The state of a link.
public enum LinkState {
    FINE,
    /// It is expected to become fine without any action.
    WAITING,
    BROKEN,
    /// Not needed for this volume.
    SKIPPED,
    /// It could not be read, or an earlier link is missing.
    UNKNOWN
}
