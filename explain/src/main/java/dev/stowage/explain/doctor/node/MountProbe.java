package dev.stowage.explain.doctor.node;

import dev.stowage.linux.mountinfo.MountPoint;

/// The result of probing a mount.
public record MountProbe(MountPoint mount, Result result) {

    public sealed interface Result {

        record Healthy() implements Result {}

        /// Its server or device no longer exists; it must be mounted again.
        record Stale(String why) implements Result {}

        /// No response within the timeout.
        record TimedOut() implements Result {}

        /// An inconclusive result.
        record Unexpected(String why) implements Result {}
    }
}
