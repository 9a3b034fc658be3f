package dev.stowage.cluster.nodelifecycle;

import java.time.Duration;

/// How long a node may be silent.
///
/// @param startup for one that has never said how it is
public record NodeLifecycleOptions(Duration grace, Duration startup) {}
