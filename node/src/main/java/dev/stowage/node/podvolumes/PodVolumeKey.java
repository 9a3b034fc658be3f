package dev.stowage.node.podvolumes;

/// Identifies the mount of a volume for a pod. A pod that lists one volume twice has it once.
///
/// @param specName the name of the persistent volume, or of an inline volume in its pod; paths are built from
/// it
public record PodVolumeKey(String podUid, String specName, boolean block) {}
