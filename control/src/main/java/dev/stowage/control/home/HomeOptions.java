package dev.stowage.control.home;

import java.time.Duration;

/// @param workers how many namespaces are emptied at once
/// @param grace how long a namespace stays at least, empty or not
public record HomeOptions(int workers, Duration grace) {}
