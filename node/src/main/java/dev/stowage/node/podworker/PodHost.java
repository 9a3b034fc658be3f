package dev.stowage.node.podworker;

/// Where pods run, as their status tells it.
///
/// @param hostIp the machine's address
/// @param runtime what stands before a container's id, such as `containerd`
record PodHost(String hostIp, String runtime) {}
