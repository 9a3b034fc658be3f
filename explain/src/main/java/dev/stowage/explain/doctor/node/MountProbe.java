package dev.stowage.explain.doctor.node;

import dev.stowage.linux.mountinfo.MountPoint;

/// How a mount answered when it was asked.
public record MountProbe(MountPoint mount, Result result) {

    public sealed interface Result {

        record Healthy() implements Result {}

        /// Nothing is behind it any more, and nothing will be until it is mounted anew.
        record Stale(String why) implements Result {}

        /// Not within the time that it had.
        record TimedOut() implements Result {}

        /// It answered in a way that says neither.
        record Unexpected(String why) implements Result {}
    }
}
