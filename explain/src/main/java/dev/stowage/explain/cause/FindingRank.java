package dev.stowage.explain.cause;

/// How much a finding explains. Of several findings the highest rank comes first.
public enum FindingRank {
    /// Shown by the current state of the objects.
    CAUSE,
    /// Reported by an event, and not contradicted by the state of the objects.
    TOLD,
    /// Not a problem: waiting, as expected.
    WAITING,
    /// A symptom of any cause: never reported first if there is another finding.
    UMBRELLA
}
