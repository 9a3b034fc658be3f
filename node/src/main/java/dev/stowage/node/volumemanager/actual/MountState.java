package dev.stowage.node.volumemanager.actual;

/// What is known about a mount.
public enum MountState {
    /// Not mounted, and no operation is in progress.
    ABSENT,
    /// Possibly mounted: a call did not end, or its outcome is unknown. Repeated while the volume is desired,
    /// undone when it is not.
    UNCERTAIN,
    PRESENT
}
