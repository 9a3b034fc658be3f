package dev.stowage.sdk;

import java.util.Optional;

/// A volume that shall grow.
///
/// @param volume the volume as it is
/// @param size how big it shall be; never below what it is
/// @param capability how it is used, if the orchestrator said
/// @param secrets credentials for this call
public record ExpandRequest(
        Volume volume, CapacityRange size, Optional<VolumeCapability> capability, Secrets secrets) {}
