package dev.stowage.node.nodestatus;

import java.util.Map;

/// How the node presents itself.
///
/// @param labels more than those that every node has
/// @param address by which the API server reaches it
/// @param hostname a name that resolves to the address
public record NodeStatusOptions(Map<String, String> labels, String address, String hostname, int maxPods) {}
