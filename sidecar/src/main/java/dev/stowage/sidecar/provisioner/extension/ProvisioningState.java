package dev.stowage.sidecar.provisioner.extension;

/// What a failed attempt to provision says about the volume.
public enum ProvisioningState {
    /// Nothing is under way: the attempt can be forgotten.
    FINISHED,
    /// The driver may have made the volume, or may still be at it: ask again, also when the claim is gone.
    IN_BACKGROUND,
    /// The driver was not asked: what was true before this attempt still is.
    NO_CHANGE,
    /// Nothing is under way, and another node may do better: the scheduler shall choose again.
    RESCHEDULE,
    /// It is not for us to provision. No failure, no event, no retry.
    IGNORED
}
