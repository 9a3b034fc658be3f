package dev.stowage.cluster.namespace;

import java.time.Duration;

/// @param workers how many namespaces are emptied at once
/// @param grace how long a namespace stays at least, empty or not
public record NamespaceOptions(int workers, Duration grace) {}
