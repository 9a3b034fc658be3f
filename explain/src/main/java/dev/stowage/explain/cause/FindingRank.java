package dev.stowage.explain.cause;

/// How much a finding explains. When there are several, the heaviest is told first.
public enum FindingRank {
    /// The objects themselves show it: it is so now, and what is seen follows from it.
    CAUSE,
    /// Somebody told so and nothing speaks against it.
    TOLD,
    /// True and no cause: it waits, and that is in order.
    WAITING,
    /// What everybody sees in the end, whatever the cause: never alone if there is anything else.
    UMBRELLA
}
