package dev.stowage.node.repair;

/// The health of a mount.
public sealed interface MountHealth {

    record Healthy() implements MountHealth {}

    /// The server or device is gone; the volume must be mounted again.
    record Dead(String why) implements MountHealth {}

    /// No response in time, or an inconclusive one. Nothing may be concluded from it.
    record Unknown(String why) implements MountHealth {}
}
