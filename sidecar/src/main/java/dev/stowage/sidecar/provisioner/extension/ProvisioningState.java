package dev.stowage.sidecar.provisioner.extension;

/// What a failed attempt means for the volume.
public enum ProvisioningState {
    /// Nothing is in progress: the attempt can be forgotten.
    FINISHED,
    /// The driver may have created the volume, or may still be creating it: retry, even when the claim is
    /// deleted.
    IN_BACKGROUND,
    /// The driver was not called: the state from before this attempt still holds.
    NO_CHANGE,
    /// Nothing is in progress, and another node may succeed: the scheduler must choose again.
    RESCHEDULE,
    /// Not handled by this provisioner. No failure, no event, no retry.
    IGNORED
}
