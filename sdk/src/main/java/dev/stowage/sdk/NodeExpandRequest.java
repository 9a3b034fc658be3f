package dev.stowage.sdk;

import java.nio.file.Path;
import java.util.Optional;

/// A volume on this node whose file system shall follow its growth.
///
/// @param volume the volume
/// @param path where it is published, or staged
/// @param stagedAt where it is staged, if the orchestrator said
/// @param size how big it shall be
/// @param capability how it is used, if the orchestrator said
/// @param secrets credentials for this call
public record NodeExpandRequest(
        VolumeId volume,
        Path path,
        Optional<Path> stagedAt,
        CapacityRange size,
        Optional<VolumeCapability> capability,
        Secrets secrets) {}
