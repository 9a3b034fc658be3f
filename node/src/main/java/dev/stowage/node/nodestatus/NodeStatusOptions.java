package dev.stowage.node.nodestatus;

import java.util.Map;

/// How the node describes itself.
///
/// @param labels in addition to those that every node has
/// @param address at which the API server reaches it
/// @param hostname a name that resolves to the address
public record NodeStatusOptions(Map<String, String> labels, String address, String hostname, int maxPods) {}
