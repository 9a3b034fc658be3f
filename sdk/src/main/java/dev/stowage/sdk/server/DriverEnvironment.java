package dev.stowage.sdk.server;

import dev.stowage.linux.mount.Mounts;
import java.nio.file.Path;

/// The environment of a driver program.
///
/// @param data the driver's data directory; it exists
/// @param nodeId the id of this node; empty when this process does not serve the node service
/// @param mounts the kernel's mount table
public record DriverEnvironment(Path data, String nodeId, Mounts mounts) {}
