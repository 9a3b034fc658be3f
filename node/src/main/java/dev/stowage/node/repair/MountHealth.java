package dev.stowage.node.repair;

/// How a mount fares.
public sealed interface MountHealth {

    record Healthy() implements MountHealth {}

    /// Nothing is behind it any more, and nothing will be until it is mounted anew.
    record Dead(String why) implements MountHealth {}

    /// It did not answer in time, or not in a way that says either. Nothing may be concluded from it.
    record Unknown(String why) implements MountHealth {}
}
