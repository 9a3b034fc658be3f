package dev.stowage.sidecar.topology;

import dev.stowage.csi.v1.TopologyRequirement;

/// The result of a request for topology requirements.
public sealed interface AccessibilityDecision {

    /// Pass these requirements to the driver.
    record Require(TopologyRequirement requirement) implements AccessibilityDecision {}

    /// Pass no requirements to the driver.
    record Anywhere() implements AccessibilityDecision {}

    /// The requirements cannot be computed now.
    record NotNow(String why) implements AccessibilityDecision {}

    /// The selected node no longer exists; the scheduler must choose again.
    record Reschedule(String why) implements AccessibilityDecision {}
}
