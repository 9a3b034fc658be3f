package dev.stowage.sidecar.provisioner.journal;

/// What is known about the volume of a claim without a volume object.
public enum PendingStatus {
    /// Nothing: neither this process nor one before it has asked the driver.
    NONE,
    /// The last answer was final: there is no volume.
    CLEAN,
    /// There may be one.
    OPEN
}
