package dev.stowage.cluster.namespace;

import java.time.Duration;

/// @param workers how many namespaces are deleted at the same time
/// @param grace minimum time before a namespace is deleted, empty or not
public record NamespaceOptions(int workers, Duration grace) {}
