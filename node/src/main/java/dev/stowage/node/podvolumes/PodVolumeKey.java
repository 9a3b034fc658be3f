package dev.stowage.node.podvolumes;

/// Where a volume is given to a pod. A pod that names one volume twice gets it once.
///
/// @param specName the persistent volume's name, or that of an inline volume in its pod: what paths are made of
public record PodVolumeKey(String podUid, String specName, boolean block) {}
