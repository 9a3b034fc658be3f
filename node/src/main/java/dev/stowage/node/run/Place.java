package dev.stowage.node.run;

/// Where pods run, as their status tells it.
///
/// @param hostIp the machine's address
/// @param runtime what stands before a container's id, such as `containerd`
record Place(String hostIp, String runtime) {}
