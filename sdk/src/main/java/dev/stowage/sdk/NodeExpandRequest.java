package dev.stowage.sdk;

import java.nio.file.Path;
import java.util.Optional;

/// A request to expand a volume's file system on this node.
///
/// @param volume the volume
/// @param path where it is published, or staged
/// @param stagedAt where it is staged, if the orchestrator said
/// @param size the new size
/// @param capability how it is used, if the orchestrator said
/// @param secrets credentials for this call
public record NodeExpandRequest(
        VolumeId volume,
        Path path,
        Optional<Path> stagedAt,
        CapacityRange size,
        Optional<VolumeCapability> capability,
        Secrets secrets) {}
