package dev.stowage.sdk;

import java.util.Optional;

/// A request to expand a volume.
///
/// @param volume the volume as it is
/// @param size the new size; never smaller than the current size
/// @param capability how it is used, if the orchestrator said
/// @param secrets credentials for this call
public record ExpandRequest(
        Volume volume, CapacityRange size, Optional<VolumeCapability> capability, Secrets secrets) {}
