package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.TopologyRequirement;

/// What follows from a wish.
public sealed interface Answer {

    /// Ask the driver for this.
    record Require(TopologyRequirement requirement) implements Answer {}

    /// Ask the driver for no place in particular.
    record Anywhere() implements Answer {}

    /// It cannot be asked for now.
    record NotNow(String why) implements Answer {}

    /// The chosen node is no longer one; the scheduler has to choose again.
    record Reschedule(String why) implements Answer {}
}
