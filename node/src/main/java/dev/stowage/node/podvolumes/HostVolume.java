package dev.stowage.node.podvolumes;

import java.nio.file.Path;

/// A volume of a pod, as it lies on this machine.
///
/// @param path the directory or, for a raw block volume, the device or a link to it
/// @param readOnly whether containers get it for reading only, whatever they say
/// @param block whether it is a raw block device
public record HostVolume(String name, Path path, boolean readOnly, boolean block) {}
