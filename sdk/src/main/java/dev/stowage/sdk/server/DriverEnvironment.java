package dev.stowage.sdk.server;

import dev.stowage.linux.mount.Mounts;
import java.nio.file.Path;

/// What a driver's program finds around it when it starts.
///
/// @param data the folder that is the driver's own; it exists
/// @param nodeId what attaching calls this node; empty when this process serves no node
/// @param mounts the kernel's mount table
public record DriverEnvironment(Path data, String nodeId, Mounts mounts) {}
