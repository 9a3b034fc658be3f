package dev.stowage.sdk.record;

import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.VolumeId;
import java.nio.file.Path;

/// A volume at a path on this node.
///
/// @param volume the volume
/// @param path where it is staged or published
/// @param mode the requested access mode
/// @param digest of everything that must be equal in a repeated call
public record VolumeTarget(VolumeId volume, Path path, AccessMode mode, String digest) {}
