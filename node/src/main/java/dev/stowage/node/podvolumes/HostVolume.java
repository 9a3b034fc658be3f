package dev.stowage.node.podvolumes;

import java.nio.file.Path;

/// A volume of a pod on this machine.
///
/// @param path the directory or, for a raw block volume, the device or a link to it
/// @param readOnly whether containers get it read-only, whatever their mounts say
/// @param block whether it is a raw block device
public record HostVolume(String name, Path path, boolean readOnly, boolean block) {}
