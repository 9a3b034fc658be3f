package dev.stowage.sidecar.provisioner.journal;

/// What is known about the volume of a claim without a PersistentVolume.
public enum PendingStatus {
    /// Nothing: the driver has not been called.
    NONE,
    /// The last result was final: no volume exists.
    CLEAN,
    /// A volume may exist.
    OPEN
}
