package dev.stowage.node.volumemanager.actual;

/// What is known of a mount.
public enum MountState {
    /// It is not there, and nobody is making it.
    ABSENT,
    /// It may be there: a call did not end, or ended without telling. Made again while it is wanted, taken away when
    /// it is not.
    UNCERTAIN,
    PRESENT
}
