package dev.stowage.explain.doctor.node;

import dev.stowage.linux.mountinfo.MountPoint;

/// How a mount answered when it was asked.
public record MountProbe(MountPoint mount, Answer answer) {

    public sealed interface Answer {

        record Well() implements Answer {}

        /// Nothing is behind it any more, and nothing will be until it is mounted anew.
        record Dead(String why) implements Answer {}

        /// Not within the time that it had.
        record Silent() implements Answer {}

        /// It answered in a way that says neither.
        record Odd(String why) implements Answer {}
    }
}
