package dev.stowage.control.nodelife;

import java.time.Duration;

/// How long a node may be silent.
///
/// @param startup for one that has never said how it is
public record NodeLifeOptions(Duration grace, Duration startup) {}
