package dev.stowage.cluster.nodelifecycle;

import java.time.Duration;

/// Grace periods of nodes.
///
/// @param startup for a node that has never reported its status
public record NodeLifecycleOptions(Duration grace, Duration startup) {}
