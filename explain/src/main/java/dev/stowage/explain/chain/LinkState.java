package dev.stowage.explain.chain;

/// How a link of the chain is.
public enum LinkState {
    FINE,
    /// It will come by itself.
    WAITING,
    BROKEN,
    /// Not needed for this volume.
    SKIPPED,
    /// It could not be looked at, or what comes before it is missing.
    UNKNOWN
}
