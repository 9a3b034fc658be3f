package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.TopologyRequirement;

/// What follows from a wish.
public sealed interface AccessibilityDecision {

    /// Ask the driver for this.
    record Require(TopologyRequirement requirement) implements AccessibilityDecision {}

    /// Ask the driver for no place in particular.
    record Anywhere() implements AccessibilityDecision {}

    /// It cannot be asked for now.
    record NotNow(String why) implements AccessibilityDecision {}

    /// The chosen node is no longer one; the scheduler has to choose again.
    record Reschedule(String why) implements AccessibilityDecision {}
}
