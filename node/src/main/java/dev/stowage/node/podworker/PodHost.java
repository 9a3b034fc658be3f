package dev.stowage.node.podworker;

/// The host of the pods, as reported in their status.
///
/// @param hostIp the address of the machine
/// @param runtime the prefix of container IDs, such as `containerd`
record PodHost(String hostIp, String runtime) {}
